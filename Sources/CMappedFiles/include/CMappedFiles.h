#pragma once
#include <stddef.h>

// Files that are mapped into memory, while others may cut them short: reading behind the new end raises SIGBUS (mmap(2)),
// which ends the process. A watched file reads as zeros from there on instead, and says so.
//
// The handler of SIGBUS is installed with the first file that is watched. Addresses of no watched file are left to the
// handler that was there before.

#pragma clang assume_nonnull begin

// Watches a mapping from now on. Returns a number for it, or -1 when too many are watched; it is used without then.
int cmapped_watch(const void *start, size_t length);

// Whether something of the mapping was not there when it was read.
int cmapped_is_cut(int number);

// To be called before the mapping is given back.
void cmapped_forget(int number);

#pragma clang assume_nonnull end
