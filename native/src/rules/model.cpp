#include "model.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>

namespace nonet::rules {

namespace {

[[noreturn]] void reject(const char* reason) { throw std::invalid_argument(reason); }

void require(bool condition, const char* reason) {
    if (!condition) reject(reason);
}

// Reads records from a span of words. Every number is checked before it is used.
class Reader {
  public:
    Reader(Model& model) : model_(model) {}

    void records(Cells words, std::vector<Primitive>& out, std::size_t depth) {
        while (!words.empty()) {
            require(words.size() >= 2, "a record has no length");
            const std::int32_t kind = words[0], length = words[1];
            words = words.subspan(2);
            require(length >= 0 && static_cast<std::size_t>(length) <= words.size(), "a record is longer than the buffer");
            const Cells body = words.first(static_cast<std::size_t>(length));
            words = words.subspan(static_cast<std::size_t>(length));
            require(kind >= 1 && kind <= static_cast<int>(Kind::kPointer), "a record has an unknown kind");
            if (reads_definition(static_cast<Kind>(kind), body)) {
                require(depth == 0, "a definition is inside a branch");
                continue;
            }
            require(++number_ <= kMaxPrimitives, "there are too many primitives");
            Primitive read = primitive(static_cast<Kind>(kind), body, depth);
            if (read.branches.size() == 1) {  // no choice
                std::move(read.branches[0].begin(), read.branches[0].end(), std::back_inserter(out));
            } else {
                out.push_back(std::move(read));
            }
        }
    }

  private:
    // Reads a table, a machine, a section or givens. Returns false for other records.
    bool reads_definition(Kind kind, Cells body) {
        switch (kind) {
            case Kind::kTable: table(body); return true;
            case Kind::kMachine: machine(body); return true;
            case Kind::kSection: section(body); return true;
            case Kind::kGivens: givens(body); return true;
            default: return false;
        }
    }

    void section(Cells body) {
        require(body.empty(), "a record has the wrong length");
        first_table_ = model_.tables.size();
        first_machine_ = model_.machines.size();
    }

    void givens(Cells body) {
        const std::size_t cells = static_cast<std::size_t>(model_.cells);
        require(body.size() == (cells + 3) / 4, "there is not one given for each cell");
        model_.givens.resize(cells);
        std::memcpy(model_.givens.data(), body.data(), cells);
        for (const std::uint8_t given : model_.givens) require(given <= model_.digits, "there is no such digit");
    }

    // Returns the index of a table or a machine, from its number in the section.
    static int index(std::int32_t number, std::size_t first, std::size_t size, const char* reason) {
        require(number >= 0 && static_cast<std::size_t>(number) < size - first, reason);
        return static_cast<int>(first) + number;
    }

    void table(Cells body) {
        require(model_.tables.size() < kMaxTables, "there are too many tables");
        require(body.size() == static_cast<std::size_t>(model_.digits), "a table does not have one mask for each digit");
        check_masks(body);
        model_.tables.push_back(body);
    }

    void machine(Cells body) {
        require(model_.machines.size() < kMaxTables, "there are too many machines");
        require(body.size() >= 2, "a machine is too short");
        const std::int32_t start = body[0], accepting = body[1];
        body = body.subspan(2);
        require(accepting >= 0 && static_cast<std::size_t>(accepting) <= body.size(), "a machine has too many states");
        const Cells accept = body.first(static_cast<std::size_t>(accepting)), moves = body.subspan(accept.size());
        const std::size_t states = moves.size() / static_cast<std::size_t>(model_.digits);
        require(states > 0 && states * static_cast<std::size_t>(model_.digits) == moves.size(), "a machine has incomplete moves");
        require(states <= kMaxArcs, "a machine has too many states");
        Machine machine{static_cast<int>(states), start, std::vector<bool>(states), moves};
        require(start >= 0 && start < machine.states, "a machine has no such start");
        for (const std::int32_t state : accept) {
            require(state >= 0 && state < machine.states, "a machine has no such accepting state");
            machine.accepts[static_cast<std::size_t>(state)] = true;
        }
        for (const std::int32_t next : moves) require(next >= -1 && next < machine.states, "a machine has no such next state");
        model_.machines.push_back(std::move(machine));
    }

    void check_masks(Cells masks) const {
        for (const std::int32_t mask : masks) require((static_cast<Mask>(mask) & ~model_.all) == 0, "a mask has unknown digits");
    }

    Cells check_cells(Cells cells) const {
        for (const std::int32_t cell : cells) require(cell >= 0 && cell < model_.cells, "there is no such cell");
        return cells;
    }

    Primitive primitive(Kind kind, Cells body, std::size_t depth) {
        if (kind == Kind::kAnyOf) return any_of(body, depth);
        Primitive out{kind, {}};
        const auto head = [&](std::size_t words) {
            require(body.size() >= words, "a record is too short");
            const Cells first = body.first(words);
            body = body.subspan(words);
            return first;
        };
        const auto number_of_cells = [&] {
            const std::int32_t number = head(1)[0];
            require(number >= 0 && static_cast<std::size_t>(number) <= body.size(), "a record has too few cells");
            return static_cast<std::size_t>(number);
        };
        switch (kind) {
            case Kind::kAllowed: {
                require(body.size() == 2, "a record has the wrong length");
                out.cells = head(1);
                out.mask = static_cast<Mask>(body[0]);
                check_masks(body);
                break;
            }
            case Kind::kDistinct: out.cells = body; break;
            case Kind::kPair: {
                require(body.size() == 3, "a record has the wrong length");
                out.cells = head(2);
                out.reference = index(body[0], first_table_, model_.tables.size(), "there is no such table");
                break;
            }
            case Kind::kLinear: {
                const Cells total = head(2);
                const std::uint64_t lower = static_cast<std::uint32_t>(total[0]), upper = static_cast<std::uint32_t>(total[1]);
                out.total = static_cast<std::int64_t>(upper << 32 | lower);
                require(out.total >= -kMaxTotal && out.total <= kMaxTotal, "a total is too large");
                out.cells = head(number_of_cells());
                out.numbers = body;
                require(body.size() == out.cells.size(), "a sum does not have one weight for each cell");
                for (const std::int32_t weight : body) {
                    require(weight >= -static_cast<int>(kMaxWeight) && weight <= static_cast<int>(kMaxWeight), "a weight is too large");
                }
                break;
            }
            case Kind::kChoice: {
                out.cells = head(number_of_cells());
                out.numbers = body;
                check_masks(body);
                break;
            }
            case Kind::kAutomaton: {
                out.reference = index(head(1)[0], first_machine_, model_.machines.size(), "there is no such machine");
                out.cells = body;
                break;
            }
            case Kind::kCount: {
                const Cells numbers = head(3);
                check_masks(numbers.first(1));
                out.mask = static_cast<Mask>(numbers[0]);
                out.low = numbers[1];
                out.high = numbers[2];
                out.cells = body;
                break;
            }
            case Kind::kElement: {
                require(body.size() >= 2, "a record is too short");
                out.cells = body;
                break;
            }
            case Kind::kTally: {
                out.cells = head(number_of_cells());
                out.numbers = body;
                require(body.size() % static_cast<std::size_t>(model_.digits) == 0, "a tally does not have one number for each digit");
                for (auto cell = out.cells.begin(); cell != out.cells.end(); ++cell) {
                    require(std::find(out.cells.begin(), cell, *cell) == cell, "a tally has a cell twice");
                }
                break;
            }
            case Kind::kBetween: {
                const Cells numbers = head(3);
                out.total = numbers[0];
                out.low = numbers[1];
                out.high = numbers[2];
                out.cells = body;
                require(model_.low >= 0 && out.total >= 0 && out.total < 128, "the total between two digits must be from 0 to 127");
                const bool are_digits = out.low >= 0 && out.low < model_.digits && out.high >= 0 && out.high < model_.digits && out.low != out.high;
                require(are_digits || (out.low == -1 && out.high == -1), "the ends are not two digits");
                break;
            }
            case Kind::kRank: {
                const Cells numbers = head(4);
                out.low = numbers[0];
                out.high = numbers[1];
                out.reference = numbers[2];
                out.total = numbers[3];
                out.cells = body;
                require(out.low >= 0 && out.low < model_.digits, "there is no such digit");
                require(out.reference > 0 && out.total > 0, "a rank has no lines");
                const std::size_t length = static_cast<std::size_t>(out.reference), size = static_cast<std::size_t>(out.total);
                require(length <= body.size() && size <= body.size(), "a rank has no lines");
                const std::size_t lines = body.size() / length;
                require(lines * length == body.size() && (lines - 1) % size == 0, "the lines are not equally long");
                break;
            }
            case Kind::kPointer: {
                const Cells numbers = head(2);
                out.low = numbers[0];
                check_masks(numbers.subspan(1));
                out.mask = static_cast<Mask>(numbers[1]);
                out.cells = body;
                require(out.low >= -kMaxCells && out.low <= kMaxCells, "there is no such digit");
                require(!body.empty(), "a record is too short");
                break;
            }
            case Kind::kVariety: {
                require(body.size() >= 2, "a record is too short");
                out.cells = body;
                break;
            }
            default: {  // Same
                out.reference = head(1)[0];
                out.cells = body;
                require(out.reference > 0 && static_cast<std::size_t>(out.reference) <= std::max<std::size_t>(1, body.size()) &&
                            body.size() % static_cast<std::size_t>(out.reference) == 0,
                        "the groups are not equally long");
            }
        }
        check_cells(out.cells);
        return out;
    }

    Primitive any_of(Cells body, std::size_t depth) {
        require(depth < kMaxDepth, "branches are nested too deeply");
        Primitive out{Kind::kAnyOf, {}};
        while (!body.empty()) {
            const std::int32_t length = body[0];
            body = body.subspan(1);
            require(length >= 0 && static_cast<std::size_t>(length) <= body.size(), "a branch is longer than its record");
            require(++number_ <= kMaxPrimitives, "there are too many primitives");
            records(body.first(static_cast<std::size_t>(length)), out.branches.emplace_back(), depth + 1);
            body = body.subspan(static_cast<std::size_t>(length));
        }
        return out;
    }

    Model& model_;
    std::size_t number_ = 0, first_table_ = 0, first_machine_ = 0;
};

}  // namespace

void read(const std::int32_t* buffer, std::size_t words, Model& model) {
    require(words >= 4 && buffer[0] == 1, "the buffer does not have the header of version 1");
    model.words.assign(buffer, buffer + words);
    model.cells = buffer[1];
    model.digits = buffer[2];
    model.low = buffer[3];
    require(model.cells >= 1 && model.cells <= kMaxCells, "the number of cells must be from 1 to 640");
    require(model.digits >= 1 && model.digits <= kMaxDigits, "the number of digits must be from 1 to 31");
    require(model.low >= -1000 && model.low <= 1000, "the lowest digit must be from -1000 to 1000");
    model.all = ~Mask{0} >> (32 - model.digits);
    model.primitives.reserve(std::min<std::size_t>(words / 5, 1024));  // in most puzzles enough, and never much too large
    Reader(model).records(Cells(model.words).subspan(4), model.primitives, 0);
}

}  // namespace nonet::rules
