// The kernel compiled for one instruction set; see vectors.hpp.
#define NONET_LANES 32
#define NONET_SPACE avx512

#include "worker.hpp"
