#pragma once
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

// Takes all room between the blocks of the heap, for ever, and gives what is free behind them back to the system. A process
// that is forked after that allocates in pages of its own: it would have had to copy those that it shares with this one, which
// takes three times as long as to be given an empty one.
static inline void csandbox_fill_heap(void) {
    malloc_trim(0);
    char *end = sbrk(0);
    for (size_t bytes = 1 << 20; bytes >= 24; bytes -= bytes > 1024 ? bytes / 2 : 16) {
        for (;;) {
            char *block = malloc(bytes);
            // Behind the others there is as much as is asked for.
            if (block == NULL || block + bytes > end - 4096) {
                free(block);
                break;
            }
        }
    }
    malloc_trim(0);
}
