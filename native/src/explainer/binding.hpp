// The functions for Python of the Sudoku Explainer scale. binding.cpp includes this file after its own helpers.
#pragma once

// Returns whether there is a producer of this number. If not, sets an error.
bool is_producer(int number) {
    if (number >= 1 && number <= nonet::explainer::kLastProducer) return true;
    PyErr_SetString(PyExc_ValueError, "last_producer must be from 1 to 30");
    return false;
}

PyObject* explainer_rate(PyObject*, PyObject* args) {
    Arguments arguments{};
    double seconds;
    PyObject *wanted_object, *ratings_object, *status_object;
    if (!PyArg_ParseTuple(args, "OnndOOOn", &arguments.puzzles, &arguments.size, &arguments.stride, &seconds,
                          &wanted_object, &ratings_object, &status_object, &arguments.threads)) {
        return nullptr;
    }
    std::size_t bytes;
    if (!check(arguments, bytes)) return nullptr;
    const std::size_t size = static_cast<std::size_t>(arguments.size);
    Buffer puzzles, wanted, ratings, status;
    const bool is_wanted = wanted_object != Py_None;
    if (!puzzles.take(arguments.puzzles, false, bytes, "puzzles") ||
        (is_wanted && !wanted.take(wanted_object, false, sizeof(nonet::explainer::Wanted), "wanted")) ||
        !ratings.take(ratings_object, true, size * 3 * sizeof(std::uint16_t), "ratings") ||
        !status.take(status_object, true, size, "status")) {
        return nullptr;
    }
    const auto* const ranges = is_wanted ? wanted.as<const nonet::explainer::Wanted>() : nullptr;
    if (ranges && !is_producer(ranges->last_producer)) return nullptr;
    const nonet::explainer::Ratings batch{puzzles.as<const std::uint8_t>(), static_cast<std::size_t>(arguments.stride), size,
                                          seconds, ranges, ratings.as<std::uint16_t>(), status.as<std::uint8_t>()};
    const unsigned threads = static_cast<unsigned>(arguments.threads);
    const bool done = run([&](nonet::Poll poll, void* context) {
        return nonet::explainer::rate(batch, threads, poll, context).stopped;
    });
    return done ? Py_NewRef(Py_None) : nullptr;
}

// Returns a step as (rating, rule, detail, placed, strikes).
PyObject* as_tuple(const nonet::explainer::Step& step) {
    PyObject* strikes = PyTuple_New(static_cast<Py_ssize_t>(step.strikes.size()));
    for (std::size_t k = 0; strikes && k < step.strikes.size(); ++k) {
        PyObject* number = PyLong_FromLong(step.strikes[k]);
        if (!number || PyTuple_SetItem(strikes, static_cast<Py_ssize_t>(k), number) != 0) Py_CLEAR(strikes);
    }
    if (!strikes) return nullptr;
    return Py_BuildValue("diiiN", step.rating, static_cast<int>(step.rule), static_cast<int>(step.detail),
                         static_cast<int>(step.placed), strikes);
}

PyObject* explainer_path(PyObject*, PyObject* args) {
    PyObject* puzzle_object;
    int last_producer;
    double seconds;
    if (!PyArg_ParseTuple(args, "Oid", &puzzle_object, &last_producer, &seconds)) return nullptr;
    if (!is_producer(last_producer)) return nullptr;
    Buffer puzzle;
    if (!puzzle.take(puzzle_object, false, nonet::kCells, "puzzle")) return nullptr;
    std::vector<nonet::explainer::Step> steps;
    std::uint8_t status = 0;
    const bool done = run([&](nonet::Poll poll, void* context) {
        bool stopped = false;
        status = nonet::explainer::path(puzzle.as<const std::uint8_t>(), last_producer, seconds, steps, poll, context, stopped);
        return stopped;
    });
    if (!done) return nullptr;
    PyObject* list = PyList_New(0);
    for (std::size_t k = 0; list && k < steps.size(); ++k) {
        PyObject* step = as_tuple(steps[k]);
        if (!step || PyList_Append(list, step) != 0) Py_CLEAR(list);
        Py_XDECREF(step);
    }
    return list ? Py_BuildValue("iN", static_cast<int>(status), list) : nullptr;
}
