// The kernel compiled for the baseline (SSE2, NEON or plain C++): 8 lanes. See vectors.hpp.
#define NONET_LANES 8
#define NONET_SPACE baseline

#include "worker.hpp"
