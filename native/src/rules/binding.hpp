// The functions for Python of the rules engine. binding.cpp includes this file after its own helpers.
#pragma once

// Python gets a search as a capsule. Only one thread at a time may use it.
struct SharedSearch {
    std::unique_ptr<nonet::rules::Search> search;
    std::atomic_flag in_use;
};

constexpr const char* kSearch = "nonet._native.rules_search";

void delete_search(PyObject* capsule) { delete static_cast<SharedSearch*>(PyCapsule_GetPointer(capsule, kSearch)); }

PyObject* rules_search(PyObject*, PyObject* args) {
    PyObject* buffer_object;
    int restarts;
    if (!PyArg_ParseTuple(args, "Op", &buffer_object, &restarts)) return nullptr;
    Buffer buffer;
    if (!buffer.take(buffer_object, false, 0, "buffer")) return nullptr;
    std::unique_ptr<SharedSearch> created;
    try {
        std::vector<std::int32_t> words(buffer.bytes() / 4);
        if (!words.empty()) std::memcpy(words.data(), buffer.as<const char>(), words.size() * 4);
        created.reset(new SharedSearch{nonet::rules::search(words.data(), words.size(), {restarts != 0}), {}});
    } catch (const std::invalid_argument& error) {
        PyErr_SetString(PyExc_ValueError, error.what());
        return nullptr;
    } catch (const std::exception&) {
        set_error(std::current_exception());
        return nullptr;
    }
    PyObject* capsule = PyCapsule_New(created.get(), kSearch, delete_search);
    if (capsule) created.release();
    return capsule;
}

// Runs a job with the search in a capsule, without the interpreter lock. Returns whether it succeeded.
template <class Job>
bool with_search(PyObject* capsule, Job job) {
    auto* shared = static_cast<SharedSearch*>(PyCapsule_GetPointer(capsule, kSearch));
    if (!shared) return false;
    if (shared->in_use.test_and_set()) {
        PyErr_SetString(PyExc_RuntimeError, "the search is in use by another thread");
        return false;
    }
    const bool done = run([&](nonet::Poll poll, void* context) { return job(*shared->search, poll, context) == nonet::rules::End::kStopped; });
    shared->in_use.clear();
    return done;
}

// Returns the number of cells of the search in a capsule; 0, with an error, if it is not one.
std::size_t cells_of(PyObject* capsule) {
    auto* shared = static_cast<SharedSearch*>(PyCapsule_GetPointer(capsule, kSearch));
    return shared ? shared->search->cells() : 0;
}

PyObject* rules_run(PyObject*, PyObject* args) {
    PyObject *capsule, *solutions_object;
    std::uint64_t capacity, failures;
    double seconds;
    if (!PyArg_ParseTuple(args, "OOO&O&d", &capsule, &solutions_object, as_limit, &capacity, as_limit, &failures, &seconds)) return nullptr;
    const std::size_t cells = cells_of(capsule);
    if (!cells) return nullptr;
    Buffer solutions;
    if (solutions_object != Py_None) {
        if (!solutions.take(solutions_object, true, 0, "solutions")) return nullptr;
        capacity = std::min<std::uint64_t>(capacity, solutions.bytes() / cells);
    }
    std::uint8_t* const out = solutions_object == Py_None ? nullptr : solutions.as<std::uint8_t>();
    std::uint64_t found = 0;
    nonet::rules::End end{};
    const bool done = with_search(capsule, [&](nonet::rules::Search& search, nonet::Poll poll, void* context) {
        return end = search.run(out, capacity, {failures, seconds}, poll, context, found);
    });
    return done ? Py_BuildValue("iK", static_cast<int>(end), static_cast<unsigned long long>(found)) : nullptr;
}

PyObject* rules_assume(PyObject*, PyObject* args) {
    PyObject* capsule;
    Py_ssize_t cell;
    unsigned int digits;
    if (!PyArg_ParseTuple(args, "OnI", &capsule, &cell, &digits)) return nullptr;
    const std::size_t cells = cells_of(capsule);
    if (!cells) return nullptr;
    if (cell < 0 || static_cast<std::size_t>(cell) >= cells) {
        PyErr_SetString(PyExc_ValueError, "there is no such cell");
        return nullptr;
    }
    const bool done = with_search(capsule, [&](nonet::rules::Search& search, nonet::Poll, void*) {
        search.assume(static_cast<std::size_t>(cell), digits);
        return nonet::rules::End::kFull;
    });
    return done ? Py_NewRef(Py_None) : nullptr;
}

PyObject* rules_candidates(PyObject*, PyObject* args) {
    PyObject *capsule, *masks_object;
    double seconds;
    if (!PyArg_ParseTuple(args, "OOd", &capsule, &masks_object, &seconds)) return nullptr;
    const std::size_t cells = cells_of(capsule);
    Buffer masks;
    if (!cells || !masks.take(masks_object, true, cells * 4, "masks")) return nullptr;
    std::vector<std::uint32_t> out(cells);
    nonet::rules::End end{};
    const bool done = with_search(capsule, [&](nonet::rules::Search& search, nonet::Poll poll, void* context) {
        return end = search.candidates(out.data(), {1, seconds}, poll, context);
    });
    if (!done) return nullptr;
    std::memcpy(masks.as<char>(), out.data(), cells * 4);
    return PyLong_FromLong(static_cast<int>(end));
}

PyObject* rules_counters(PyObject*, PyObject* capsule) {
    if (!cells_of(capsule)) return nullptr;
    unsigned long long guesses = 0, failures = 0;
    const bool done = with_search(capsule, [&](nonet::rules::Search& search, nonet::Poll, void*) {
        guesses = search.guesses();
        failures = search.failures();
        return nonet::rules::End::kFull;
    });
    return done ? Py_BuildValue("KK", guesses, failures) : nullptr;
}
