// Which ratings are wanted, and whether a walk can still have them.
#pragma once

#include <algorithm>
#include <cstdint>

namespace nonet::explainer {

// The greatest rating in tenths: that of a board on which no producer has a hint.
constexpr std::uint16_t kGreatest = 200;

enum class Verdict { kOpen, kMatch, kMiss };

// Ranges of ER, EP and ED in tenths, both ends included. The order of the fields is part of the interface.
struct Wanted {
    std::uint16_t er_least, er_most, ep_least, ep_most, ed_least, ed_most;
    std::uint16_t diamond;  // 1 if ED must equal ER
    std::uint16_t pearl;    // 1 if EP must equal ER
    std::uint16_t last_producer;  // the later ones give only ratings above er_most

    // Decides by the ratings so far, in tenths: after each step, and when the walk is finished. ER never falls, EP never falls
    // until a digit is placed and stays then, and ED stays from the first step.
    Verdict judge(int er, int ep, int ed, bool placed, bool finished) const {
        int least = er_least, most = er_most;
        if (diamond) least = std::max(least, ed), most = std::min(most, ed);
        if (pearl && placed) least = std::max(least, ep), most = std::min(most, ep);
        if (least > most || er > most || ep > ep_most || ed < ed_least || ed > ed_most) return Verdict::kMiss;
        if ((placed || finished) && ep < ep_least) return Verdict::kMiss;
        if (finished) return er < least ? Verdict::kMiss : Verdict::kMatch;
        const bool ep_is_known = placed || (!pearl && ep >= ep_least && ep_most >= kGreatest);
        return ep_is_known && er >= least && most >= kGreatest ? Verdict::kMatch : Verdict::kOpen;
    }
};

}  // namespace nonet::explainer
