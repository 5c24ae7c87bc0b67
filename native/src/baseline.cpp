// The kernel compiled for one instruction set; see vectors.hpp.
#define NONET_LANES 8
#define NONET_SPACE baseline

#include "worker.hpp"
