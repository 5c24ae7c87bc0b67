// The kernel compiled for one instruction set; see vectors.hpp.
#define NONET_LANES 16
#define NONET_SPACE avx2

#include "worker.hpp"
