// The thin layer between Python and the kernel. It only checks arguments and passes buffers.
//
// It uses the limited API of CPython 3.11, so one module works with all later versions. The interpreter lock is released
// while the kernel works. From time to time the calling thread takes it to check whether Ctrl-C was pressed.

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include "canon.hpp"
#include "closure.hpp"
#include "counting.hpp"
#include "explainer/explainer.hpp"
#include "kernel.hpp"
#include "logic.hpp"
#include "rules/rules.hpp"

namespace {

// A buffer that is released at the end of its scope.
class Buffer {
  public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
        if (held_) PyBuffer_Release(&view_);
    }

    // Gets the buffer of an object. If it has fewer than the given number of bytes, sets an error and returns false.
    bool take(PyObject* object, bool writable, std::size_t bytes, const char* name) {
        return acquire(object, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE, bytes, name);
    }

    // Gets the buffer of rows, which may have gaps between them. The number of bytes includes the gaps.
    bool take_rows(PyObject* object, bool writable, std::size_t bytes, const char* name) {
        return acquire(object, writable ? PyBUF_STRIDED : PyBUF_STRIDED_RO, bytes, name);
    }

    std::size_t bytes() const { return bytes_; }

    template <class Number>
    Number* as() const {
        return static_cast<Number*>(view_.buf);
    }

  private:
    bool acquire(PyObject* object, int flags, std::size_t bytes, const char* name) {
        if (PyObject_GetBuffer(object, &view_, flags) != 0) return false;
        held_ = true;
        bytes_ = static_cast<std::size_t>(view_.len);
        if (has_gaps() && !measure_rows()) {
            PyErr_Format(PyExc_ValueError, "%s must be contiguous, or have contiguous rows", name);
            return false;
        }
        if (bytes_ >= bytes) return true;
        PyErr_Format(PyExc_ValueError, "%s has %zu bytes, but %zu are needed", name, bytes_, bytes);
        return false;
    }

    bool has_gaps() const { return view_.strides && !PyBuffer_IsContiguous(&view_, 'C'); }

    // Computes the number of bytes from the first row to the last. Returns false if there are no contiguous rows in order.
    bool measure_rows() {
        if (view_.ndim != 2 || view_.strides[1] != view_.itemsize) return false;
        const Py_ssize_t row = view_.shape[1] * view_.itemsize;
        if (view_.strides[0] < row) return false;
        bytes_ = static_cast<std::size_t>((view_.shape[0] - 1) * view_.strides[0] + row);
        return true;
    }

    Py_buffer view_{};
    std::size_t bytes_ = 0;
    bool held_ = false;
};

// A function of Python that gets the part of the work that is done, from 0 to 1.
struct Progress {
    PyObject* function = nullptr;
    const double* done = nullptr;

    // Returns whether the function raised an exception.
    bool report() const {
        if (!function) return false;
        PyObject* const result = PyObject_CallFunction(function, "d", *done);
        Py_XDECREF(result);
        return !result;
    }
};

using Clock = std::chrono::steady_clock;

// Returns the time after some seconds. More seconds than the clock can count have no end.
Clock::time_point after(double seconds) {
    if (!(seconds < 1e9)) return Clock::time_point::max();
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::max(0.0, seconds)));
}

// The calling thread, while it does not hold the interpreter lock.
struct Unlocked {
    PyThreadState* thread;
    Progress progress;
    Clock::time_point deadline;

    // Sets an error and returns true if the time is over.
    bool is_late() const {
        if (Clock::now() < deadline) return false;
        PyErr_SetString(PyExc_TimeoutError, "the time is over");
        return true;
    }
};

// Returns whether there is a reason to stop, which is set as the error: a signal handler raised an exception, as that of
// Ctrl-C does, or the function for progress did, or the time is over.
bool interrupted(void* context) {
    Unlocked* unlocked = static_cast<Unlocked*>(context);
    PyEval_RestoreThread(unlocked->thread);
    const bool raised = PyErr_CheckSignals() != 0 || unlocked->progress.report() || unlocked->is_late();
    unlocked->thread = PyEval_SaveThread();
    return raised;
}

struct Arguments {
    PyObject* puzzles;
    Py_ssize_t size;
    Py_ssize_t stride;
    Py_ssize_t threads;
};

// Computes the number of bytes up to the last cell of the last puzzle. If the arguments are invalid, sets an error and
// returns false.
bool check(const Arguments& arguments, std::size_t& bytes) {
    if (arguments.size < 0 || arguments.stride < nonet::kCells ||
        (arguments.size > 0 && arguments.stride > PY_SSIZE_T_MAX / arguments.size)) {
        PyErr_SetString(PyExc_ValueError, "size must be at least 0 and stride at least 81, and both must fit the memory");
        return false;
    }
    if (arguments.threads < 1 || arguments.threads > static_cast<Py_ssize_t>(nonet::kMaxThreads)) {
        PyErr_Format(PyExc_ValueError, "threads must be from 1 to %u, not %zd", nonet::kMaxThreads, arguments.threads);
        return false;
    }
    bytes = arguments.size ? static_cast<std::size_t>((arguments.size - 1) * arguments.stride + nonet::kCells) : 0;
    return true;
}

// Sets the Python error for an exception of the kernel.
void set_error(std::exception_ptr failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        PyErr_Format(PyExc_RuntimeError, "the kernel failed: %s", error.what());
    }
}

// Runs a job of the kernel without the interpreter lock. If it was stopped or failed, an error is set and the result is false.
template <class Job>
bool run(Job job, Progress progress = {}, double seconds = HUGE_VAL) {
    Unlocked unlocked{PyEval_SaveThread(), progress, after(seconds)};
    bool stopped = false;
    std::exception_ptr failure;
    try {
        stopped = job(interrupted, &unlocked);
    } catch (const std::exception&) {  // not (...): when the program ends, Python unwinds the stacks of other threads
        failure = std::current_exception();
    }
    PyEval_RestoreThread(unlocked.thread);
    if (failure) set_error(failure);
    return !failure && !stopped;  // if the job was stopped, `interrupted` has set the error
}

// Converts a limit for PyArg_ParseTuple, whose own formats do not check the range of unsigned numbers.
int as_limit(PyObject* object, void* limit) {
    const unsigned long long value = PyLong_Check(object) ? PyLong_AsUnsignedLongLong(object) : 0;
    if (value == 0 || PyErr_Occurred()) {
        PyErr_Clear();
        PyErr_SetString(PyExc_ValueError, "limit must be an integer from 1 to 18446744073709551615");
        return 0;
    }
    *static_cast<std::uint64_t*>(limit) = value;
    return 1;
}

PyObject* as_tuple(const nonet::Totals& totals) {
    return Py_BuildValue("KK", static_cast<unsigned long long>(totals.guesses),
                         static_cast<unsigned long long>(totals.sweeps));
}

PyObject* solve(PyObject*, PyObject* args) {
    Arguments arguments{};
    std::uint64_t limit;
    PyObject *solutions_object, *counts_object, *status_object, *guesses_object = Py_None;
    Py_ssize_t solution_stride = nonet::kCells;
    unsigned char zero = 0;
    int weighs_all = 0;
    if (!PyArg_ParseTuple(args, "OnnO&OOOn|nbOp", &arguments.puzzles, &arguments.size, &arguments.stride, as_limit, &limit,
                          &solutions_object, &counts_object, &status_object, &arguments.threads, &solution_stride, &zero,
                          &guesses_object, &weighs_all)) {
        return nullptr;
    }
    std::size_t bytes, solution_bytes;
    const Arguments solved{solutions_object, arguments.size, solution_stride, 1};
    if (!check(arguments, bytes) || !check(solved, solution_bytes)) return nullptr;
    const std::size_t size = static_cast<std::size_t>(arguments.size);
    Buffer puzzles, solutions, counts, status, guesses;
    if (!puzzles.take_rows(arguments.puzzles, false, bytes, "puzzles") ||
        !counts.take(counts_object, true, size * sizeof(std::uint64_t), "counts") ||
        !status.take(status_object, true, size, "status") ||
        (solutions_object != Py_None && !solutions.take_rows(solutions_object, true, solution_bytes, "solutions")) ||
        (guesses_object != Py_None && !guesses.take(guesses_object, true, size * sizeof(std::uint64_t), "guesses"))) {
        return nullptr;
    }
    const nonet::Batch batch{puzzles.as<const std::uint8_t>(),
                             static_cast<std::size_t>(arguments.stride),
                             size,
                             limit,
                             solutions_object == Py_None ? nullptr : solutions.as<std::uint8_t>(),
                             counts.as<std::uint64_t>(),
                             status.as<std::uint8_t>(),
                             static_cast<std::size_t>(solution_stride),
                             zero,
                             guesses_object == Py_None ? nullptr : guesses.as<std::uint64_t>(),
                             weighs_all != 0};
    const unsigned threads = static_cast<unsigned>(arguments.threads);
    nonet::Outcome outcome;
    const bool done = run([&](nonet::Poll poll, void* context) {
        outcome = nonet::solve(batch, threads, poll, context);
        return outcome.stopped;
    });
    return done ? as_tuple(outcome.totals) : nullptr;
}

// Solves one puzzle. It has few arguments and makes no arrays, because for one puzzle these take as long as the search.
PyObject* solve_one(PyObject*, PyObject* const* args, Py_ssize_t number) {
    if (number != 2 && number != 3) {
        PyErr_Format(PyExc_TypeError, "solve_one takes 2 or 3 arguments, not %zd", number);
        return nullptr;
    }
    std::uint64_t limit;
    Buffer puzzle;
    const double seconds = number == 3 ? PyFloat_AsDouble(args[2]) : HUGE_VAL;
    if (seconds == -1 && PyErr_Occurred()) return nullptr;
    if (!as_limit(args[1], &limit) || !puzzle.take(args[0], false, nonet::kCells, "puzzle")) return nullptr;
    std::uint8_t solution[nonet::kCells], status;
    std::uint64_t count;
    const nonet::Batch batch{puzzle.as<const std::uint8_t>(), nonet::kCells, 1, limit, solution, &count, &status};
    const auto job = [&](nonet::Poll poll, void* context) { return nonet::solve(batch, 1, poll, context).stopped; };
    if (!run(job, {}, seconds)) return nullptr;
    return Py_BuildValue("Ky#", static_cast<unsigned long long>(count), reinterpret_cast<const char*>(solution),
                         static_cast<Py_ssize_t>(nonet::kCells));
}

PyObject* count_all(PyObject*, PyObject* args) {
    PyObject *puzzle_object, *progress = Py_None;
    if (!PyArg_ParseTuple(args, "O|O", &puzzle_object, &progress)) return nullptr;
    Buffer puzzle;
    if (!puzzle.take(puzzle_object, false, nonet::kCells, "puzzle")) return nullptr;
    nonet::Total total;
    const auto job = [&](nonet::Poll poll, void* context) {
        nonet::count_all(puzzle.as<const std::uint8_t>(), total, poll, context);
        return total.stopped;
    };
    if (!run(job, {progress == Py_None ? nullptr : progress, &total.done})) return nullptr;
    return Py_BuildValue("KK", static_cast<unsigned long long>(total.count >> 64),
                         static_cast<unsigned long long>(total.count));
}

PyObject* pencilmarks(PyObject*, PyObject* args) {
    Arguments arguments{};
    PyObject *masks_object, *status_object;
    if (!PyArg_ParseTuple(args, "OnnOOn", &arguments.puzzles, &arguments.size, &arguments.stride, &masks_object,
                          &status_object, &arguments.threads)) {
        return nullptr;
    }
    std::size_t bytes;
    if (!check(arguments, bytes)) return nullptr;
    const std::size_t size = static_cast<std::size_t>(arguments.size);
    Buffer puzzles, masks, status;
    if (!puzzles.take_rows(arguments.puzzles, false, bytes, "puzzles") ||
        !masks.take(masks_object, true, size * nonet::kCells * sizeof(std::uint16_t), "masks") ||
        !status.take(status_object, true, size, "status")) {
        return nullptr;
    }
    const nonet::Batch batch{puzzles.as<const std::uint8_t>(), static_cast<std::size_t>(arguments.stride), size, 1, nullptr,
                             nullptr, status.as<std::uint8_t>()};
    const unsigned threads = static_cast<unsigned>(arguments.threads);
    std::uint16_t* const out = masks.as<std::uint16_t>();
    nonet::Outcome outcome;
    const bool done = run([&](nonet::Poll poll, void* context) {
        outcome = nonet::pencilmarks(batch, out, threads, poll, context);
        return outcome.stopped;
    });
    return done ? as_tuple(outcome.totals) : nullptr;
}

// Python gets an enumeration as a capsule: an opaque object with a function that deletes its contents. Only one thread at a
// time may use it.
struct SharedEnumeration {
    std::unique_ptr<nonet::Enumeration> solutions;
    std::atomic_flag in_use;
};

constexpr const char* kEnumeration = "nonet._native.enumeration";

void delete_enumeration(PyObject* capsule) {
    delete static_cast<SharedEnumeration*>(PyCapsule_GetPointer(capsule, kEnumeration));
}

PyObject* enumeration(PyObject*, PyObject* puzzle_object) {
    Buffer puzzle;
    if (!puzzle.take(puzzle_object, false, nonet::kCells, "puzzle")) return nullptr;
    SharedEnumeration* created = nullptr;
    try {
        created = new SharedEnumeration{std::unique_ptr<nonet::Enumeration>(nonet::enumerate(puzzle.as<const std::uint8_t>())), {}};
    } catch (const std::exception&) {
        set_error(std::current_exception());
        return nullptr;
    }
    PyObject* capsule = PyCapsule_New(created, kEnumeration, delete_enumeration);
    if (!capsule) delete created;
    return capsule;
}

PyObject* next_solutions(PyObject*, PyObject* args) {
    PyObject *capsule, *solutions_object;
    double seconds = HUGE_VAL;
    if (!PyArg_ParseTuple(args, "OO|d", &capsule, &solutions_object, &seconds)) return nullptr;
    auto* enumeration = static_cast<SharedEnumeration*>(PyCapsule_GetPointer(capsule, kEnumeration));
    if (!enumeration) return nullptr;
    Buffer solutions;
    if (!solutions.take(solutions_object, true, nonet::kCells, "solutions")) return nullptr;
    if (enumeration->in_use.test_and_set()) {
        PyErr_SetString(PyExc_RuntimeError, "the enumeration is in use by another thread");
        return nullptr;
    }
    std::size_t number = 0;
    const auto job = [&](nonet::Poll poll, void* context) {
        bool stopped = false;
        const std::size_t capacity = solutions.bytes() / nonet::kCells;
        number = enumeration->solutions->next(solutions.as<std::uint8_t>(), capacity, poll, context, stopped);
        return stopped;
    };
    const bool done = run(job, {}, seconds);
    enumeration->in_use.clear();
    return done ? PyLong_FromSize_t(number) : nullptr;
}

constexpr double kMaxWeight = 1e300;  // the sum of 81 weights times 9 must be finite

PyObject* maximize(PyObject*, PyObject* args) {
    PyObject *puzzle_object, *weights_object, *solution_object;
    if (!PyArg_ParseTuple(args, "OOO", &puzzle_object, &weights_object, &solution_object)) return nullptr;
    Buffer puzzle, weights, solution;
    if (!puzzle.take(puzzle_object, false, nonet::kCells, "puzzle") ||
        !weights.take(weights_object, false, nonet::kCells * sizeof(double), "weights") ||
        !solution.take(solution_object, true, nonet::kCells, "solution")) {
        return nullptr;
    }
    double numbers[nonet::kCells];
    std::memcpy(numbers, weights.as<const char>(), sizeof numbers);
    for (const double number : numbers) {
        if (!(std::fabs(number) <= kMaxWeight)) {  // also true for NaN
            PyErr_SetString(PyExc_ValueError, "weights must be numbers from -1e300 to 1e300");
            return nullptr;
        }
    }
    nonet::Best best;
    const bool done = run([&](nonet::Poll poll, void* context) {
        return nonet::maximize(puzzle.as<const std::uint8_t>(), numbers, best, poll, context).stopped;
    });
    if (!done) return nullptr;
    std::memcpy(solution.as<std::uint8_t>(), best.solution, nonet::kCells);
    return Py_BuildValue("id", static_cast<int>(best.status), best.score);
}

// Rows of bits are passed as bytes, lowest bits first. Each row is padded to whole words of 64 bits.
static_assert(std::endian::native == std::endian::little);
constexpr Py_ssize_t kMaxNodes = 1 << 16;

PyObject* closure(PyObject*, PyObject* args) {
    PyObject *rows_object, *out_object;
    Py_ssize_t nodes;
    if (!PyArg_ParseTuple(args, "OnO", &rows_object, &nodes, &out_object)) return nullptr;
    if (nodes < 0 || nodes > kMaxNodes) {
        PyErr_SetString(PyExc_ValueError, "nodes must be from 0 to 65536");
        return nullptr;
    }
    const std::size_t words = static_cast<std::size_t>(nodes) * nonet::row_words(static_cast<std::size_t>(nodes));
    Buffer rows, out;
    if (!rows.take(rows_object, false, words * 8, "rows") || !out.take(out_object, true, words * 8, "out")) return nullptr;
    const bool done = run([&](nonet::Poll, void*) {
        std::vector<std::uint64_t> in(words), result(words);
        std::memcpy(in.data(), rows.as<const char>(), words * 8);
        nonet::closure(in.data(), static_cast<std::size_t>(nodes), result.data());
        std::memcpy(out.as<char>(), result.data(), words * 8);
        return false;
    });
    return done ? Py_NewRef(Py_None) : nullptr;
}

PyObject* propagate(PyObject*, PyObject* args) {
    PyObject *sets_object, *within_object, *left_object, *rounds_object;
    Py_ssize_t number, members;
    if (!PyArg_ParseTuple(args, "OnnOOO", &sets_object, &number, &members, &within_object, &left_object,
                          &rounds_object)) {
        return nullptr;
    }
    if (number < 0 || number > kMaxNodes || members < 0 || members > kMaxNodes) {
        PyErr_SetString(PyExc_ValueError, "number and members must be from 0 to 65536");
        return nullptr;
    }
    const std::size_t size = static_cast<std::size_t>(members), width = nonet::row_words(size);
    const std::size_t words = static_cast<std::size_t>(number) * width, out_words = size * width;
    Buffer sets, within, left, rounds;
    if (!sets.take(sets_object, false, words * 8, "sets") || !within.take(within_object, false, 0, "within") ||
        !left.take(left_object, true, out_words * 8, "left") ||
        !rounds.take(rounds_object, true, size * sizeof(std::uint16_t), "rounds")) {
        return nullptr;
    }
    bool out_of_range = false;
    const bool done = run([&](nonet::Poll, void*) {
        std::vector<std::uint64_t> rows(words), result(out_words);
        std::vector<std::uint16_t> pairs(within.bytes() / 4 * 2), when(size);
        std::memcpy(rows.data(), sets.as<const char>(), words * 8);
        std::memcpy(pairs.data(), within.as<const char>(), pairs.size() * 2);
        for (const std::uint16_t set : pairs) out_of_range |= set >= number;
        if (out_of_range) return false;
        const nonet::Rules rules{rows.data(), static_cast<std::size_t>(number), size, pairs.data(), pairs.size() / 2};
        nonet::propagate(rules, result.data(), when.data());
        std::memcpy(left.as<char>(), result.data(), out_words * 8);
        std::memcpy(rounds.as<char>(), when.data(), when.size() * 2);
        return false;
    });
    if (out_of_range) {
        PyErr_SetString(PyExc_ValueError, "the indexes in within must be below number");
        return nullptr;
    }
    return done ? Py_NewRef(Py_None) : nullptr;
}

PyObject* canonical(PyObject*, PyObject* args) {
    Arguments arguments{};
    PyObject *forms_object, *automorphisms_object, *maps_object, *status_object;
    if (!PyArg_ParseTuple(args, "OnnOOOOn", &arguments.puzzles, &arguments.size, &arguments.stride, &forms_object,
                          &automorphisms_object, &maps_object, &status_object, &arguments.threads)) {
        return nullptr;
    }
    std::size_t bytes;
    if (!check(arguments, bytes)) return nullptr;
    const std::size_t size = static_cast<std::size_t>(arguments.size);
    Buffer puzzles, forms, automorphisms, maps, status;
    if (!puzzles.take_rows(arguments.puzzles, false, bytes, "puzzles") ||
        !forms.take(forms_object, true, size * nonet::kCells, "forms") ||
        !automorphisms.take(automorphisms_object, true, size * sizeof(std::uint64_t), "automorphisms") ||
        !status.take(status_object, true, size, "status") ||
        (maps_object != Py_None && !maps.take(maps_object, true, size * nonet::kMapBytes, "maps"))) {
        return nullptr;
    }
    const nonet::Forms batch{puzzles.as<const std::uint8_t>(),
                             static_cast<std::size_t>(arguments.stride),
                             size,
                             forms.as<std::uint8_t>(),
                             automorphisms.as<std::uint64_t>(),
                             maps_object == Py_None ? nullptr : maps.as<std::uint8_t>(),
                             status.as<std::uint8_t>()};
    const unsigned threads = static_cast<unsigned>(arguments.threads);
    const bool done = run([&](nonet::Poll poll, void* context) {
        return nonet::canonical(batch, threads, poll, context).stopped;
    });
    if (!done) return nullptr;
    Py_RETURN_NONE;
}

PyObject* instruction_set(PyObject*, PyObject*) { return PyUnicode_FromString(nonet::instruction_set()); }

PyObject* instruction_sets(PyObject*, PyObject*) {
    PyObject* names = PyList_New(0);
    for (const char* const* name = nonet::instruction_sets(); names && *name; ++name) {
        PyObject* text = PyUnicode_FromString(*name);
        if (!text || PyList_Append(names, text) != 0) Py_CLEAR(names);
        Py_XDECREF(text);
    }
    return names;
}

#include "explainer/binding.hpp"
#include "logic_binding.hpp"
#include "rules/binding.hpp"

PyMethodDef methods[] = {
    {"solve", solve, METH_VARARGS,
     "solve(puzzles, size, stride, limit, solutions, counts, status, threads, [solution_stride, zero, guesses, weighs_all])\n"
     " -> (guesses, sweeps)\n"
     "Count the solutions of each puzzle up to the limit, and write the first one."},
    {"solve_one", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(solve_one)), METH_FASTCALL,
     "solve_one(puzzle, limit, [seconds]) -> (count, solution)\n"
     "Count the solutions of one puzzle up to the limit, and return the first one. Raise TimeoutError after some seconds."},
    {"count_all", count_all, METH_VARARGS,
     "count_all(puzzle, [progress]) -> (high, low)\n"
     "Count all solutions of one puzzle. The result is two numbers of 64 bits. Progress is called with numbers from 0 to 1."},
    {"pencilmarks", pencilmarks, METH_VARARGS,
     "pencilmarks(puzzles, size, stride, masks, status, threads) -> (guesses, sweeps)\n"
     "Propagate each puzzle without guessing, and write the masks of its candidates."},
    {"enumeration", enumeration, METH_O, "enumeration(puzzle) -> capsule\nStart an enumeration of the solutions."},
    {"next_solutions", next_solutions, METH_VARARGS,
     "next_solutions(enumeration, solutions, [seconds]) -> number\n"
     "Write the next solutions, and return their number. Raise TimeoutError after some seconds."},
    {"maximize", maximize, METH_VARARGS,
     "maximize(puzzle, weights, solution) -> (status, score)\nWrite the solution with the highest score."},
    {"closure", closure, METH_VARARGS,
     "closure(rows, nodes, out)\nWrite the nodes that can be reached from each node of a graph."},
    {"propagate", propagate, METH_VARARGS,
     "propagate(sets, number, members, within, left, rounds)\nDo unit propagation for each assumption."},
    {"singles", singles, METH_VARARGS,
     "singles(board, cells, kinds, digits) -> singles\nReturn singles one after the other, as kind, house, cell and digit."},
    {"hidden_after_naked", hidden_after_naked, METH_VARARGS,
     "hidden_after_naked(board, cells) -> number\nCount the hidden singles that fill cells after naked ones."},
    {"bent_quads", bytes_of_board<nonet::logic::bent_quads>, METH_O,
     "bent_quads(board) -> cells\nReturn the four cells of each useful WXYZ-Wing."},
    {"subsets", bytes_of_board<nonet::logic::subsets>, METH_O,
     "subsets(board) -> bits\nReturn which useful naked and hidden subsets each house has."},
    {"sue_de_coqs", bytes_of_board<nonet::logic::sue_de_coqs>, METH_O,
     "sue_de_coqs(board) -> flags\nReturn whether each crossing has a useful Sue de Coq."},
    {"outside_templates", outside_templates, METH_O,
     "outside_templates(places) -> cells\nReturn the places of a digit that are in no template."},
    {"almost_locked_sets", bytes_of_board<nonet::logic::almost_locked_sets>, METH_O,
     "almost_locked_sets(board) -> sets\nReturn the sets as cells (two words), digits, and whether they are minimal."},
    {"set_patterns", set_patterns, METH_O,
     "set_patterns(board) -> bits\nReturn which patterns of almost locked sets there may be: chains, blossoms, aligned pairs."},
    {"seen_nodes", seen_nodes, METH_VARARGS,
     "seen_nodes(digits, cells, nodes) -> rows\nReturn the nodes of the same digit that each node sees."},
    {"canonical", canonical, METH_VARARGS,
     "canonical(puzzles, size, stride, forms, automorphisms, maps, status, threads)\nWrite the canonical form of each board."},
    {"explainer_rate", explainer_rate, METH_VARARGS,
     "explainer_rate(puzzles, size, stride, seconds, wanted, ratings, status, threads)\n"
     "Write ER, EP and ED of each puzzle, or as much of them as decides whether they are the wanted ones."},
    {"explainer_path", explainer_path, METH_VARARGS,
     "explainer_path(digits, candidates, first_producer, last_producer, steps, seconds) -> (status, steps)\n"
     "Return the steps of Sudoku Explainer."},
    {"explainer_deduce", explainer_deduce, METH_VARARGS,
     "explainer_deduce(digits, candidates, state, level, seconds) -> (status, nodes, causes, contradiction)\n"
     "Return what follows from an assumption."},
    {"rules_search", rules_search, METH_VARARGS,
     "rules_search(buffer, restarts) -> capsule\nStart a search for the solutions of a puzzle with rules."},
    {"rules_run", rules_run, METH_VARARGS,
     "rules_run(search, solutions, capacity, failures, seconds) -> (end, number)\nFind further solutions, and write them."},
    {"rules_assume", rules_assume, METH_VARARGS,
     "rules_assume(search, cell, digits)\nRestrict a cell to some digits, and start again."},
    {"rules_candidates", rules_candidates, METH_VARARGS,
     "rules_candidates(search, masks, seconds) -> end\nPropagate without guessing, and write the digits that are left."},
    {"rules_counters", rules_counters, METH_O, "rules_counters(search) -> (guesses, failures)\nReturn the work done so far."},
    {"instruction_set", instruction_set, METH_NOARGS, "instruction_set() -> name\nReturn the instruction set in use."},
    {"instruction_sets", instruction_sets, METH_NOARGS,
     "instruction_sets() -> names\nReturn the instruction sets that this machine supports, best first."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_native", "The compiled kernel of nonet's engine.", 0, methods, nullptr, nullptr, nullptr, nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit__native() { return PyModule_Create(&module); }
