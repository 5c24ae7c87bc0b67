// Counts the solutions of one puzzle without visiting each of them.
//
// The three columns of a box divide the nine digits into three sets of three: a *division*. There are 1,680 of them. The rows of
// the box are another division. Both together determine the box: a cell has the digit that its row and its column share.
//
//      box         columns                  rows                     The three boxes of a band fit together if, in each row, their
//    1 4 7         {1,2,3} {4,5,6} {7,8,9}  {1,4,7} {2,5,8} {3,6,9}  sets of digits are disjoint. The three boxes of a stack fit
//    2 5 8                                                           together if this is so in each column.
//    3 6 9
//
// So a band meets the other bands in the divisions of its three boxes into columns, and in nothing else. For each band, a table
// has the number of its fillings by these three divisions. Then
//
//    count = sum over fitting columns in stack 1, 2 and 3 of  table of band 1 * table of band 2 * table of band 3
//
// The work depends on the number of divisions that the givens allow, which is about the same for 10^6 and for 10^12 solutions. If
// the tables would be too large, a digit is guessed in one cell, and the counts of all its candidates are added. Digits that are
// not given anywhere can be exchanged, so all of them have the same count.
//
// If all givens are in one band or stack, only its fillings are visited. The other bands have no givens, and the number of their
// fillings is known (empty_bands.hpp). Because digits can be exchanged, there are at most 2,612,736 fillings to visit, one for
// each way to fill two rows below a known one.

#include "counting.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#include "divisions.hpp"
#include "empty_bands.hpp"

namespace nonet {

namespace {

constexpr std::uint64_t kFewSolutions = 1 << 17;          // the search counts up to this number
constexpr double kMaxEntries = 1 << 27;                   // of all tables: 512 MB
constexpr std::uint64_t kWorkBetweenPolls = 1 << 23;

// A filling of a box: its rows and its columns, as numbers of divisions.
struct Filling {
    std::int16_t rows, columns;
};

// The fillings of a box that its candidates allow.
std::vector<Filling> fillings_of(const Mask (&cell)[3][3]) {
    const Divisions& table = divisions();
    std::vector<Filling> fillings;
    for (int columns = 0; columns < kDivisions; ++columns) {
        Mask rows_of_column[3][6][3];  // for each column the orders of its digits: one digit for each row
        int orders[3] = {0, 0, 0};
        for (int j = 0; j < 3; ++j) {
            Mask digits[3];
            int number = 0;
            for (unsigned rest = table[columns][static_cast<std::size_t>(j)]; rest; rest &= rest - 1) {
                digits[number++] = static_cast<Mask>(rest & -rest);
            }
            for (const auto& each : kOrders) {
                if (!(digits[each[0]] & cell[0][j]) || !(digits[each[1]] & cell[1][j]) || !(digits[each[2]] & cell[2][j])) continue;
                for (int i = 0; i < 3; ++i) rows_of_column[j][orders[j]][i] = digits[each[i]];
                ++orders[j];
            }
        }
        for (int a = 0; a < orders[0]; ++a) {
            for (int b = 0; b < orders[1]; ++b) {
                for (int c = 0; c < orders[2]; ++c) {
                    const Mask first = rows_of_column[0][a][0] | rows_of_column[1][b][0] | rows_of_column[2][c][0];
                    const Mask second = rows_of_column[0][a][1] | rows_of_column[1][b][1] | rows_of_column[2][c][1];
                    fillings.push_back({static_cast<std::int16_t>(table.of(first, second)), static_cast<std::int16_t>(columns)});
                }
            }
        }
    }
    return fillings;
}

// Three divisions that fit together, as positions in the lists of three boxes.
struct Triple {
    int at[3];
};

// Keeps of three lists of divisions only those that fit two others, and returns all that fit.
std::vector<Triple> triples_of(std::vector<int>* (&lists)[3]) {
    const Divisions& table = divisions();
    std::vector<int> place(kDivisions, -1);
    std::vector<Triple> triples;
    for (std::size_t k = 0; k < lists[2]->size(); ++k) place[static_cast<std::size_t>((*lists[2])[k])] = static_cast<int>(k);
    std::vector<bool> is_used[3];
    for (int k = 0; k < 3; ++k) is_used[k].resize(lists[k]->size());
    for (std::size_t a = 0; a < lists[0]->size(); ++a) {
        const Division& first = table[(*lists[0])[a]];
        for (std::size_t b = 0; b < lists[1]->size(); ++b) {
            const Division& second = table[(*lists[1])[b]];
            if ((first[0] & second[0]) | (first[1] & second[1]) | (first[2] & second[2])) continue;
            const int third = table.of(static_cast<Mask>(kAllDigits & ~(first[0] | second[0])),
                                       static_cast<Mask>(kAllDigits & ~(first[1] | second[1])));
            const int c = place[static_cast<std::size_t>(third)];
            if (c < 0) continue;
            triples.push_back({{static_cast<int>(a), static_cast<int>(b), c}});
            is_used[0][a] = is_used[1][b] = is_used[2][static_cast<std::size_t>(c)] = true;
        }
    }
    for (int k = 0; k < 3; ++k) {  // remove what is not used, and change the positions
        std::vector<int> position(lists[k]->size()), kept;
        for (std::size_t i = 0; i < position.size(); ++i) {
            position[i] = static_cast<int>(kept.size());
            if (is_used[k][i]) kept.push_back((*lists[k])[i]);
        }
        *lists[k] = kept;
        for (Triple& triple : triples) triple.at[k] = position[static_cast<std::size_t>(triple.at[k])];
    }
    return triples;
}

// The number of fillings of a band, by the positions of the columns of its three boxes.
struct Table {
    std::size_t size[3] = {0, 0, 0};
    std::vector<std::uint32_t> number;

    const std::uint32_t* row(int a, int b) const {
        return number.data() + (static_cast<std::size_t>(a) * size[1] + static_cast<std::size_t>(b)) * size[2];
    }
    std::uint32_t* row(std::size_t a, std::size_t b) { return number.data() + (a * size[1] + b) * size[2]; }
};

class Counter {
  public:
    Counter(Total& total, Poll poll, void* context) : total_(total), poll_(poll), context_(context) {}

    // Adds the solutions of a puzzle. Its work is the part of all work from `start` to `end`.
    void add(const std::uint8_t* puzzle, double start, double end) {
        Mask masks[kCells];
        const std::uint64_t few = count_few(puzzle, masks);
        if (total_.stopped) return;
        if (few < kFewSolutions) {
            total_.count += few;
        } else if (!add_by_one_band(puzzle) && !add_by_bands(masks, start, end)) {
            guess(puzzle, masks, start, end);
        }
        if (!total_.stopped) total_.done = end;
    }

  private:
    // A puzzle in one direction, rows or columns as bands: for each box its fillings, for each stack the columns that fit.
    struct Plan {
        std::vector<Filling> fillings[3][3];  // by band and stack
        std::vector<int> columns[3][3], rows[3][3];
        std::vector<Triple> stacks[3], bands[3];

        double entries() const {
            double sum = 0;
            for (const auto& band : columns) {
                sum += static_cast<double>(band[0].size()) * static_cast<double>(band[1].size()) * static_cast<double>(band[2].size());
            }
            return sum;
        }
        double work() const {
            double product = 1, tables = 0;
            for (int k = 0; k < 3; ++k) {
                product *= static_cast<double>(stacks[k].size());
                tables += static_cast<double>(columns[k][0].size()) * static_cast<double>(columns[k][1].size()) *
                          static_cast<double>(fillings[k][2].size());
            }
            return product + tables;
        }
    };

    // Returns whether to stop. After that, nothing may be polled again: its error is set.
    bool is_stopped(std::uint64_t work) {
        work_ += work;
        if (total_.stopped || work_ < kWorkBetweenPolls) return total_.stopped;
        work_ = 0;
        if (poll_ && poll_(context_)) total_.stopped = true;
        return total_.stopped;
    }

    // Counts with the search up to a limit, and writes the candidates that propagation leaves.
    std::uint64_t count_few(const std::uint8_t* puzzle, Mask* masks) {
        std::uint64_t count = 0;
        std::uint8_t status = kNoSolution;
        const Batch batch{puzzle, kCells, 1, kFewSolutions, nullptr, &count, &status};
        total_.stopped |= solve(batch, 1, poll_, context_).stopped;
        if (count >= kFewSolutions && !total_.stopped) {
            const Batch again{puzzle, kCells, 1, 1, nullptr, nullptr, &status};
            total_.stopped |= pencilmarks(again, masks, 1, poll_, context_).stopped;
        }
        return count;
    }

    // A band that is being filled: its cells in reading order, and the digits that its rows, boxes and columns have so far.
    struct Band {
        bool is_filled[27];
        Mask row[3], box[3], column[9];
    };

    // Adds the number of solutions if all givens are in one band or stack. Otherwise returns false.
    bool add_by_one_band(const std::uint8_t* puzzle) {
        for (const bool is_turned : {false, true}) {
            for (int first = 0; first < 9; first += 3) {
                Band band{};
                Mask inside = 0, outside = 0;
                for (int cell = 0; cell < kCells; ++cell) {
                    const int row = is_turned ? cell % 9 : cell / 9, column = is_turned ? cell / 9 : cell % 9;
                    const bool is_inside = row >= first && row < first + 3;
                    const Mask digit = given_digit(puzzle[cell]);
                    (is_inside ? inside : outside) |= digit;
                    if (is_inside && digit) flip(band, 9 * (row - first) + column, digit);
                }
                if (outside) continue;
                fill_band(band, 0, inside, 1);
                return true;
            }
        }
        return false;
    }

    // Writes a digit, given as a mask, or clears it again.
    static void flip(Band& band, int cell, Mask digit) {
        band.is_filled[cell] = !band.is_filled[cell];
        band.row[cell / 9] ^= digit;
        band.box[cell % 9 / 3] ^= digit;
        band.column[cell % 9] ^= digit;
    }

    // Adds the solutions for all fillings of the blanks from a cell on. `weight` is the number of fillings of the cells before
    // it that differ only by an exchange of digits which are not known.
    void fill_band(Band& band, int cell, Mask known, std::uint64_t weight) {
        static const EmptyBands empty;
        while (cell < 27 && band.is_filled[cell]) ++cell;
        if (cell == 27) {
            total_.count += static_cast<unsigned __int128>(weight) * empty.completions(band.column);
            return;
        }
        const unsigned free = kAllDigits & ~(band.row[cell / 9] | band.box[cell % 9 / 3]), new_digits = free & ~known;
        for (unsigned rest = (free & known) | (new_digits & -new_digits); rest && !is_stopped(1); rest &= rest - 1) {
            const Mask digit = static_cast<Mask>(rest & -rest);
            const int equal = digit & known ? 1 : std::popcount(new_digits);
            flip(band, cell, digit);
            fill_band(band, cell + 1, known | digit, weight * static_cast<unsigned>(equal));
            flip(band, cell, digit);
        }
    }

    // Returns a plan. It is not complete if the work was stopped.
    std::unique_ptr<Plan> plan_of(const Mask (&masks)[kCells], bool is_turned) {
        auto plan = std::make_unique<Plan>();
        for (int band = 0; band < 3; ++band) {
            for (int stack = 0; stack < 3; ++stack) {
                Mask cell[3][3];
                for (int i = 0; i < 3; ++i) {
                    for (int j = 0; j < 3; ++j) {
                        const int row = 3 * band + i, column = 3 * stack + j;
                        cell[i][j] = masks[is_turned ? 9 * column + row : 9 * row + column];
                    }
                }
                plan->fillings[band][stack] = fillings_of(cell);
            }
        }
        while (!is_stopped(kWorkBetweenPolls) && narrow(*plan)) {
        }
        return plan;
    }

    // Removes the fillings whose rows or columns fit no others. Returns whether there were any.
    static bool narrow(Plan& plan) {
        std::size_t before = 0, after = 0;
        for (int band = 0; band < 3; ++band) {
            for (int stack = 0; stack < 3; ++stack) {
                std::vector<bool> has_rows(kDivisions), has_columns(kDivisions);
                for (const Filling filling : plan.fillings[band][stack]) {
                    has_rows[static_cast<std::size_t>(filling.rows)] = has_columns[static_cast<std::size_t>(filling.columns)] = true;
                }
                plan.rows[band][stack] = members(has_rows);
                plan.columns[band][stack] = members(has_columns);
                before += plan.fillings[band][stack].size();
            }
        }
        for (int k = 0; k < 3; ++k) {
            std::vector<int>*in_stack[3] = {&plan.columns[0][k], &plan.columns[1][k], &plan.columns[2][k]},
            *in_band[3] = {&plan.rows[k][0], &plan.rows[k][1], &plan.rows[k][2]};
            plan.stacks[k] = triples_of(in_stack);
            plan.bands[k] = triples_of(in_band);
        }
        for (int band = 0; band < 3; ++band) {
            for (int stack = 0; stack < 3; ++stack) {
                const std::vector<int>&rows = plan.rows[band][stack], &columns = plan.columns[band][stack];
                std::erase_if(plan.fillings[band][stack], [&](const Filling filling) {
                    return !std::binary_search(rows.begin(), rows.end(), filling.rows) ||
                           !std::binary_search(columns.begin(), columns.end(), filling.columns);
                });
                after += plan.fillings[band][stack].size();
            }
        }
        return after < before;
    }

    static std::vector<int> members(const std::vector<bool>& set) {
        std::vector<int> list;
        for (std::size_t k = 0; k < set.size(); ++k) {
            if (set[k]) list.push_back(static_cast<int>(k));
        }
        return list;
    }

    // Adds the number of solutions. Returns false if the tables would be too large.
    bool add_by_bands(const Mask (&masks)[kCells], double start, double end) {
        std::unique_ptr<Plan> plan = plan_of(masks, false), turned = plan_of(masks, true);
        if (total_.stopped) return true;
        if (turned->work() < plan->work()) plan.swap(turned);
        turned.reset();
        if (plan->entries() > kMaxEntries) return false;
        Table tables[3];
        for (int band = 0; band < 3 && !total_.stopped; ++band) fill(tables[band], *plan, band);
        if (!total_.stopped) multiply(tables, *plan, start, end);
        return true;
    }

    // Computes the table of a band. For each filling of the first two boxes, the rows of the third are known. Their number is
    // counted first, for each of the columns of the first two, so that the fillings of the third box are used only once for all.
    void fill(Table& table, const Plan& plan, int band) {
        for (std::size_t k = 0; k < 3; ++k) table.size[k] = plan.columns[band][k].size();
        table.number.assign(table.size[0] * table.size[1] * table.size[2], 0);
        const std::size_t rows = plan.rows[band][2].size();
        std::vector<std::vector<Triple>> fitting(plan.rows[band][0].size());  // by the rows of the first box
        for (const Triple& triple : plan.bands[band]) fitting[static_cast<std::size_t>(triple.at[0])].push_back(triple);
        std::vector<std::vector<std::size_t>> first(table.size[0]), second(plan.rows[band][1].size()), third(rows);
        for (int stack = 0; stack < 3; ++stack) {
            const std::vector<int>&all_rows = plan.rows[band][stack], &all_columns = plan.columns[band][stack];
            for (const Filling filling : plan.fillings[band][stack]) {
                const auto row = static_cast<std::size_t>(std::lower_bound(all_rows.begin(), all_rows.end(), filling.rows) - all_rows.begin());
                const auto column = static_cast<std::size_t>(
                    std::lower_bound(all_columns.begin(), all_columns.end(), filling.columns) - all_columns.begin());
                if (stack == 0) {
                    first[column].push_back(row);
                } else {
                    (stack == 1 ? second : third)[row].push_back(column);
                }
            }
        }
        std::vector<std::uint32_t> number(table.size[1] * rows);
        for (std::size_t a = 0; a < table.size[0]; ++a) {
            std::fill(number.begin(), number.end(), 0);
            for (const std::size_t row : first[a]) {
                for (const Triple& triple : fitting[row]) {
                    for (const std::size_t b : second[static_cast<std::size_t>(triple.at[1])]) {
                        ++number[b * rows + static_cast<std::size_t>(triple.at[2])];
                    }
                }
            }
            for (std::size_t b = 0; b < table.size[1]; ++b) {
                std::uint32_t* const out = table.row(a, b);
                for (std::size_t row = 0; row < rows; ++row) {
                    const std::uint32_t times = number[b * rows + row];
                    if (!times) continue;
                    for (const std::size_t c : third[row]) out[c] += times;
                }
                if (is_stopped(plan.fillings[band][2].size())) return;
            }
        }
    }

    // Adds the products of the tables over all columns that fit.
    void multiply(const Table (&tables)[3], const Plan& plan, double start, double end) {
        const std::vector<Triple>&first = plan.stacks[0], &second = plan.stacks[1], &third = plan.stacks[2];
        std::vector<std::size_t> starts(tables[0].size[2] + 1);  // of the triples with each first division; they are in order
        for (const Triple& triple : third) ++starts[static_cast<std::size_t>(triple.at[0]) + 1];
        for (std::size_t k = 1; k < starts.size(); ++k) starts[k] += starts[k - 1];
        for (std::size_t k = 0; k < first.size(); ++k) {
            for (const Triple& other : second) {
                const std::uint32_t* const rows[3] = {tables[0].row(first[k].at[0], other.at[0]),
                                                      tables[1].row(first[k].at[1], other.at[1]),
                                                      tables[2].row(first[k].at[2], other.at[2])};
                std::uint64_t sum = 0, work = starts.size();
                for (std::size_t a = 0; a + 1 < starts.size(); ++a) {
                    if (!rows[0][a]) continue;
                    std::uint64_t products = 0;
                    for (std::size_t last = starts[a]; last < starts[a + 1]; ++last) {
                        products += std::uint64_t{rows[1][third[last].at[1]]} * rows[2][third[last].at[2]];
                    }
                    sum += products * rows[0][a];
                    work += starts[a + 1] - starts[a];
                }
                total_.count += sum;
                if (is_stopped(work)) return;
            }
            total_.done = start + (end - start) * static_cast<double>(k + 1) / static_cast<double>(first.size());
        }
    }

    // Adds the solutions for each candidate of the blank cell that has the fewest.
    void guess(const std::uint8_t* puzzle, const Mask (&masks)[kCells], double start, double end) {
        int cell = -1;
        for (int each = 0; each < kCells; ++each) {
            const int size = std::popcount(masks[each]);
            if (size > 1 && (cell < 0 || size < std::popcount(masks[cell]))) cell = each;
        }
        const unsigned new_digits = masks[cell] & ~given_digits(puzzle);  // all of them have the same count
        const unsigned to_count = (masks[cell] & ~new_digits) | (new_digits & -new_digits);
        std::uint8_t with_guess[kCells];
        std::memcpy(with_guess, puzzle, kCells);
        const double step = (end - start) / std::popcount(to_count);
        for (unsigned rest = to_count; rest && !total_.stopped; rest &= rest - 1, start += step) {
            const auto before = total_.count;
            with_guess[cell] = static_cast<std::uint8_t>(std::countr_zero(rest) + 1);
            add(with_guess, start, start + step);
            if (rest & -rest & new_digits) {
                total_.count = before + (total_.count - before) * static_cast<unsigned>(std::popcount(new_digits));
            }
        }
    }

    // Returns the mask of a given digit, 0 for a blank.
    static Mask given_digit(std::uint8_t symbol) {
        const unsigned digit = symbol & 15;  // for a blank this is 0 or more than 9
        return digit >= 1 && digit <= 9 ? static_cast<Mask>(1u << (digit - 1)) : Mask{0};
    }

    static unsigned given_digits(const std::uint8_t* puzzle) {
        unsigned digits = 0;
        for (int cell = 0; cell < kCells; ++cell) digits |= given_digit(puzzle[cell]);
        return digits;
    }

    Total& total_;
    const Poll poll_;
    void* const context_;
    std::uint64_t work_ = 0;
};

}  // namespace

void count_all(const std::uint8_t* puzzle, Total& total, Poll poll, void* context) {
    Counter(total, poll, context).add(puzzle, 0, 1);
}

}  // namespace nonet
