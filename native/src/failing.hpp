// Memory that runs out: replaces operator new, so that a program can let one allocation fail. For one file of a program.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace failing {

// The number of calls that still succeed before one fails. A negative number means that none fails.
inline std::atomic<long> allocations_left{-1};

inline bool fails(std::atomic<long>& left) { return left >= 0 && left-- == 0; }

inline void* allocate(std::size_t size, std::size_t alignment) {
    if (fails(allocations_left)) throw std::bad_alloc();
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, rounded ? rounded : alignment);
    if (!memory) throw std::bad_alloc();
    return memory;
}

// Calls a function while one allocation fails. The function may throw std::bad_alloc. Returns whether the failure was reached.
template <class Function>
bool at_allocation(long number, Function function) {
    allocations_left = number;
    try {
        function();
    } catch (const std::bad_alloc&) {
    }
    return allocations_left.exchange(-1) < 0;
}

}  // namespace failing

void* operator new(std::size_t size) { return failing::allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // for the buffers of std::stable_sort
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new(std::size_t size, std::align_val_t alignment) { return failing::allocate(size, static_cast<std::size_t>(alignment)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
