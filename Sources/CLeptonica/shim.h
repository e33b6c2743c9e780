#include <leptonica/allheaders.h>
#include <stdio.h>

// A stream that reads bytes in memory. They must outlive it.
static inline FILE *cleptonica_stream(const void *bytes, size_t count) { return fmemopen((void *)bytes, count, "r"); }

// A stream whose output is not seen: what does not fit into it is dropped.
static inline FILE *cleptonica_sink(void) {
    static char room[64];
    return fmemopen(room, sizeof room, "w");
}

// Has the libraries of this process print errors to another stream; returns the one before. In glibc, stderr is a
// variable that programs may set ("Standard Streams" in its manual).
static inline FILE *cleptonica_exchange_stderr(FILE *other) {
    FILE *before = stderr;
    stderr = other;
    return before;
}
