// The kernel compiled for AVX2: 16 lanes. See vectors.hpp.
#define NONET_LANES 16
#define NONET_SPACE avx2

#include "worker.hpp"
