// Aligned pair and triplet exclusion: producers 20 and 22.
//
// The cells of a pair or triplet cannot take digits that would leave a common excluder without a candidate. Most pairs have
// fewer than two common excluders, which one AND of two sets of cells shows.

#include "producers.hpp"

namespace nonet::explainer {

namespace {

class Exclusion {
  public:
    Exclusion(const Board& board, int k, Hint& hint) : marks_(board.marks), k_(k), hint_(hint) {}

    bool find() {
        int number = 0, cells[81];
        for (int cell = 0; cell < 81; ++cell) {
            if (size_of(marks_.cell(cell)) < 2) continue;
            CellSet excluders = 0;
            bool single = false;
            for (const std::uint8_t peer : kGeometry.peers[cell]) {
                const int size = size_of(marks_.cell(peer));
                single |= size == 1;
                if (size >= 2 && size <= k_) excluders |= bit(peer);
            }
            if (single || !excluders) continue;
            excluders_[cell] = excluders;
            qualifying_ |= bit(cell);
            cells[number++] = cell;
        }
        for (int j = 0; j < number; ++j) {
            for (int i = 0; i < j; ++i) {
                const CellSet common = excluders_[cells[i]] & excluders_[cells[j]];
                if (!has_two(common)) continue;
                if (k_ == 2 ? pair(cells[i], cells[j], common) : triplets(cells[i], cells[j], common)) return true;
            }
        }
        return false;
    }

  private:
    static bool has_two(CellSet cells) { return (cells & (cells - 1)) != 0; }

    bool pair(int a, int b, CellSet common) {
        const Mask of_a = marks_.cell(a), of_b = marks_.cell(b);
        const bool see = kGeometry.sees[a] >> b & 1;
        Mask possible_a = 0, possible_b = 0;
        each(of_a, [&](int digit) {
            // A digit of b is impossible if it and the digit of a are all candidates of an excluder.
            const Mask own = static_cast<Mask>(1 << digit);
            Mask allowed = of_b & static_cast<Mask>(see ? ~own : ~0);
            each_cell(common, [&](int cell) {
                const Mask left = marks_.cell(cell) & static_cast<Mask>(~own);
                if (size_of(left) == 1) allowed &= static_cast<Mask>(~left);
            });
            if (allowed) possible_a |= own;
            possible_b |= allowed;
        });
        if (possible_a == of_a && possible_b == of_b) return false;
        hint_.start(Rule::kAlignedPair, 6.2);
        hint_.eliminate(marks_, a, static_cast<Mask>(~possible_a));
        hint_.eliminate(marks_, b, static_cast<Mask>(~possible_b));
        return true;
    }

    bool triplets(int a, int b, CellSet common) {
        CellSet done = bit(a) | bit(b);
        for (const int first : {a, b}) {
            for (const std::uint8_t third : kGeometry.peers[first]) {
                if (!((excluders_[first] & qualifying_ & ~done) >> third & 1)) continue;
                done |= bit(third);  // the same three cells give the same result
                const CellSet shared = common & excluders_[third];
                if (has_two(shared) && triplet(a, b, third, shared)) return true;
            }
        }
        return false;
    }

    bool triplet(int a, int b, int c, CellSet common) {
        const Mask of_a = marks_.cell(a), of_b = marks_.cell(b), of_c = marks_.cell(c);
        const bool ab = kGeometry.sees[a] >> b & 1, ac = kGeometry.sees[a] >> c & 1, bc = kGeometry.sees[b] >> c & 1;
        Mask sets[20];
        int number = 0;
        each_cell(common, [&](int cell) {  // an excluder with another digit is never left empty
            sets[number] = marks_.cell(cell);
            number += !(sets[number] & ~(of_a | of_b | of_c));
        });
        if (number == 0 && size_of(of_a) > 2 && size_of(of_b) > 2 && size_of(of_c) > 2) return false;
        Mask possible_a = 0, possible_b = 0, possible_c = 0;
        each(of_a, [&](int x) {
            each(of_b, [&](int y) {
                if (ab && x == y) return;
                // Most triplets have no elimination. They are done when each digit has been seen in some combination.
                if ((possible_a >> x & 1) && (possible_b >> y & 1) && possible_c == of_c) return;
                const Mask two = static_cast<Mask>(1 << x | 1 << y);
                Mask allowed = of_c;
                if (ac) allowed &= static_cast<Mask>(~(1 << x));
                if (bc) allowed &= static_cast<Mask>(~(1 << y));
                for (int n = 0; n < number && allowed; ++n) {
                    const Mask left = sets[n] & static_cast<Mask>(~two);
                    if (!left) allowed = 0;
                    if (size_of(left) == 1) allowed &= static_cast<Mask>(~left);
                }
                if (!allowed) return;
                possible_a |= static_cast<Mask>(1 << x);
                possible_b |= static_cast<Mask>(1 << y);
                possible_c |= allowed;
            });
        });
        if (possible_a == of_a && possible_b == of_b && possible_c == of_c) return false;
        hint_.start(Rule::kAlignedTriplet, 7.5);
        hint_.eliminate(marks_, a, static_cast<Mask>(~possible_a));
        hint_.eliminate(marks_, b, static_cast<Mask>(~possible_b));
        hint_.eliminate(marks_, c, static_cast<Mask>(~possible_c));
        return true;
    }

    const Marks& marks_;
    const int k_;
    Hint& hint_;
    CellSet excluders_[81]{}, qualifying_ = 0;
};

}  // namespace

bool aligned_exclusion(const Board& board, int k, Hint& hint) { return Exclusion(board, k, hint).find(); }

}  // namespace nonet::explainer
