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

// Returns a tuple of numbers.
PyObject* as_tuple(const std::vector<std::uint16_t>& numbers) {
    PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(numbers.size()));
    for (std::size_t k = 0; tuple && k < numbers.size(); ++k) {
        PyObject* number = PyLong_FromLong(numbers[k]);
        if (!number || PyTuple_SetItem(tuple, static_cast<Py_ssize_t>(k), number) != 0) Py_CLEAR(tuple);
    }
    return tuple;
}

// Returns a step as (rating, rule, detail, placed, source, eliminations).
PyObject* as_tuple(const nonet::explainer::Step& step) {
    PyObject* eliminations = as_tuple(step.eliminations);
    return eliminations ? Py_BuildValue("diiiiN", step.rating, int{step.rule}, int{step.detail}, int{step.placed},
                                        int{step.source}, eliminations)
                        : nullptr;
}

// Returns a node as (state, unit, cause, parents).
PyObject* as_tuple(const nonet::explainer::Statement& node) {
    PyObject* parents = as_tuple(node.parents);
    return parents ? Py_BuildValue("iiiN", int{node.state}, int{node.unit}, int{node.cause}, parents) : nullptr;
}

// Returns a cause as (rule, level, origin, target, on, before, grounds).
PyObject* as_tuple(const nonet::explainer::Cause& cause) {
    PyObject* grounds = as_tuple(cause.grounds);
    return grounds ? Py_BuildValue("iiiiiiN", int{cause.rule}, int{cause.level}, int{cause.origin}, int{cause.target},
                                   int{cause.on}, int{cause.before}, grounds)
                        : nullptr;
}

// Returns a list of tuples.
template <class Value>
PyObject* as_list(const std::vector<Value>& values) {
    PyObject* list = PyList_New(0);
    for (std::size_t k = 0; list && k < values.size(); ++k) {
        PyObject* tuple = as_tuple(values[k]);
        if (!tuple || PyList_Append(list, tuple) != 0) Py_CLEAR(list);
        Py_XDECREF(tuple);
    }
    return list;
}

// The buffers of a position: 81 digits, and 81 masks of candidates or None.
struct PositionBuffers {
    Buffer digits, candidates;
    bool has_candidates = false;

    bool take(PyObject* digits_object, PyObject* candidates_object) {
        has_candidates = candidates_object != Py_None;
        return digits.take(digits_object, false, nonet::kCells, "digits") &&
               (!has_candidates ||
                candidates.take(candidates_object, false, nonet::kCells * sizeof(std::uint16_t), "candidates"));
    }
    nonet::explainer::Start start() const {
        return {digits.as<const std::uint8_t>(), has_candidates ? candidates.as<const std::uint16_t>() : nullptr};
    }
};

PyObject* explainer_path(PyObject*, PyObject* args) {
    PyObject *digits, *candidates;
    nonet::explainer::Limits limits{};
    Py_ssize_t most;
    if (!PyArg_ParseTuple(args, "OOiind", &digits, &candidates, &limits.first_producer, &limits.last_producer, &most,
                          &limits.seconds)) {
        return nullptr;
    }
    if (!is_producer(limits.last_producer)) return nullptr;
    if (limits.first_producer < 1 || limits.first_producer > nonet::explainer::kFirstForcing) {
        PyErr_SetString(PyExc_ValueError, "first_producer must be from 1 to 23");
        return nullptr;
    }
    if (most < 1) {
        PyErr_SetString(PyExc_ValueError, "the number of steps must be at least 1");
        return nullptr;
    }
    limits.steps = static_cast<std::size_t>(most);
    PositionBuffers position;
    if (!position.take(digits, candidates)) return nullptr;
    std::vector<nonet::explainer::Step> steps;
    std::uint8_t status = 0;
    const bool done = run([&](nonet::Poll poll, void* context) {
        bool stopped = false;
        status = nonet::explainer::path(position.start(), limits, steps, poll, context, stopped);
        return stopped;
    });
    if (!done) return nullptr;
    PyObject* list = as_list(steps);
    return list ? Py_BuildValue("iN", int{status}, list) : nullptr;
}

PyObject* explainer_deduce(PyObject*, PyObject* args) {
    PyObject *digits, *candidates;
    int state, level;
    double seconds;
    if (!PyArg_ParseTuple(args, "OOiid", &digits, &candidates, &state, &level, &seconds)) return nullptr;
    if (state < 0 || state >= 2 * nonet::kCells * 9 || level < 0 || level > nonet::explainer::kLastLevel) {
        PyErr_SetString(PyExc_ValueError, "the state must be from 0 to 1457, and the level from 0 to 5");
        return nullptr;
    }
    PositionBuffers position;
    if (!position.take(digits, candidates)) return nullptr;
    nonet::explainer::Deduction deduction;
    std::uint8_t status = 0;
    const bool done = run([&](nonet::Poll poll, void* context) {
        bool stopped = false;
        status = nonet::explainer::deduce(position.start(), static_cast<unsigned>(state), level, seconds, deduction, poll,
                                          context, stopped);
        return stopped;
    });
    if (!done) return nullptr;
    PyObject* nodes = as_list(deduction.nodes);
    PyObject* causes = nodes ? as_list(deduction.causes) : nullptr;
    if (!causes) {
        Py_XDECREF(nodes);
        return nullptr;
    }
    return Py_BuildValue("iNN(ii)", int{status}, nodes, causes, deduction.contradiction[0], deduction.contradiction[1]);
}
