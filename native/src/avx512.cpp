// The kernel compiled for AVX-512: 32 lanes. See vectors.hpp.
#define NONET_LANES 32
#define NONET_SPACE avx512

#include "worker.hpp"
