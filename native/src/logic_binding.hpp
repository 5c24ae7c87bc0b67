// The functions for Python of logic.hpp. binding.cpp includes this file after its own helpers. They take microseconds, so they
// keep the interpreter lock.
#pragma once

// Copies the 81 masks of a board. If there are fewer, sets an error and returns false.
bool copy_board(PyObject* object, nonet::logic::Mask (&board)[nonet::kCells]) {
    Buffer buffer;
    if (!buffer.take(object, false, sizeof board, "board")) return false;
    std::memcpy(board, buffer.as<const char>(), sizeof board);
    return true;
}

// Copies sets of cells, each of which is 16 bytes, lowest bits first.
bool copy_cells(PyObject* object, nonet::logic::CellSet* cells, std::size_t number, const char* name) {
    Buffer buffer;
    if (!buffer.take(object, false, number * sizeof *cells, name)) return false;
    std::memcpy(cells, buffer.as<const char>(), number * sizeof *cells);
    return true;
}

// Calls a function of the kernel that returns a vector, and returns its bytes.
template <class Function>
PyObject* as_bytes(Function function) {
    try {
        const auto found = function();
        return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(found.data()),
                                         static_cast<Py_ssize_t>(found.size() * sizeof found[0]));
    } catch (const std::exception&) {
        set_error(std::current_exception());
        return nullptr;
    }
}

// Passes a board to a function of the kernel that returns a vector, and returns its bytes.
template <auto function>
PyObject* bytes_of_board(PyObject*, PyObject* object) {
    nonet::logic::Mask board[nonet::kCells];
    if (!copy_board(object, board)) return nullptr;
    return as_bytes([&] { return function(board); });
}

PyObject* singles(PyObject*, PyObject* args) {
    PyObject *board_object, *cells_object;
    int kinds, digits;
    if (!PyArg_ParseTuple(args, "OOii", &board_object, &cells_object, &kinds, &digits)) return nullptr;
    nonet::logic::Mask board[nonet::kCells];
    nonet::logic::CellSet cells[2];
    if (!copy_board(board_object, board) || !copy_cells(cells_object, cells, 2, "cells")) return nullptr;
    return as_bytes([&] {
        return nonet::logic::singles(board, cells[0], static_cast<unsigned>(kinds), static_cast<nonet::logic::Mask>(digits), cells[1]);
    });
}

PyObject* hidden_after_naked(PyObject*, PyObject* args) {
    PyObject *board_object, *cells_object;
    if (!PyArg_ParseTuple(args, "OO", &board_object, &cells_object)) return nullptr;
    nonet::logic::Mask board[nonet::kCells];
    nonet::logic::CellSet cells;
    if (!copy_board(board_object, board) || !copy_cells(cells_object, &cells, 1, "cells")) return nullptr;
    const int number = nonet::logic::hidden_after_naked(board, cells);
    if (number >= 0) return PyLong_FromLong(number);
    PyErr_SetString(PyExc_ValueError, "singles do not fill these cells");
    return nullptr;
}

PyObject* outside_templates(PyObject*, PyObject* places_object) {
    nonet::logic::CellSet places;
    if (!copy_cells(places_object, &places, 1, "places")) return nullptr;
    const nonet::logic::CellSet found = nonet::logic::outside_templates(places);
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(&found), sizeof found);
}

PyObject* set_patterns(PyObject*, PyObject* board_object) {
    nonet::logic::Mask board[nonet::kCells];
    if (!copy_board(board_object, board)) return nullptr;
    try {
        return PyLong_FromUnsignedLong(nonet::logic::set_patterns(board));
    } catch (const std::exception&) {
        set_error(std::current_exception());
        return nullptr;
    }
}

PyObject* seen_nodes(PyObject*, PyObject* args) {
    PyObject *digits_object, *cells_object;
    Py_ssize_t nodes;
    if (!PyArg_ParseTuple(args, "OOn", &digits_object, &cells_object, &nodes)) return nullptr;
    if (nodes < 0 || nodes > kMaxNodes) {
        PyErr_SetString(PyExc_ValueError, "nodes must be from 0 to 65536");
        return nullptr;
    }
    const std::size_t number = static_cast<std::size_t>(nodes);
    Buffer digits, cells;
    if (!digits.take(digits_object, false, number, "digits") ||
        !cells.take(cells_object, false, number * sizeof(nonet::logic::CellSet), "cells")) {
        return nullptr;
    }
    return as_bytes([&] {
        std::vector<nonet::logic::CellSet> sets(number);
        std::vector<std::uint64_t> out(number * nonet::row_words(number));
        std::memcpy(sets.data(), cells.as<const char>(), number * sizeof sets[0]);
        nonet::logic::seen_nodes(digits.as<const std::uint8_t>(), sets.data(), number, out.data());
        return out;
    });
}
