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

// libtiff, which leptonica has loaded, for forms of TIFF that leptonica does not decode. Its functions are looked up when
// they are needed, so that building takes nothing that leptonica does not bring. Signatures as of libtiff 4.

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    const uint8_t *bytes;
    int64_t count, position;
} cleptonica_bytes;

static inline int64_t cleptonica_tiff_read(void *handle, void *buffer, int64_t count) {
    cleptonica_bytes *file = (cleptonica_bytes *)handle;
    int64_t left = file->count - file->position;
    if (count > left) count = left;
    if (count <= 0) return 0;
    memcpy(buffer, file->bytes + file->position, (size_t)count);
    file->position += count;
    return count;
}

static inline int64_t cleptonica_tiff_write(void *handle, void *buffer, int64_t count) {
    (void)handle, (void)buffer, (void)count;
    return 0;
}

static inline uint64_t cleptonica_tiff_seek(void *handle, uint64_t offset, int whence) {
    cleptonica_bytes *file = (cleptonica_bytes *)handle;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? file->position : file->count;
    int64_t position;
    if (__builtin_add_overflow(base, (int64_t)offset, &position) || position < 0) return (uint64_t)-1;
    file->position = position;
    return (uint64_t)position;
}

static inline int cleptonica_tiff_close(void *handle) {
    (void)handle;
    return 0;
}

static inline uint64_t cleptonica_tiff_size(void *handle) { return (uint64_t)((cleptonica_bytes *)handle)->count; }

// Lends all bytes. Reading them piece by piece, libtiff 4.5 refuses small tiles that are not packed.
static inline int cleptonica_tiff_map(void *handle, void **bytes, int64_t *count) {
    cleptonica_bytes *file = (cleptonica_bytes *)handle;
    *bytes = (void *)file->bytes;
    *count = file->count;
    return 1;
}

static inline void cleptonica_tiff_unmap(void *handle, void *bytes, int64_t count) {
    (void)handle, (void)bytes, (void)count;
}

// Opens a TIFF in memory at the directory with this offset, and has its first row count as the upper one whatever the
// tag Orientation (274) says. Null when libtiff cannot. `file` and its bytes must outlive the result.
static inline void *cleptonica_tiff_open(cleptonica_bytes *file, uint64_t directory) {
    typedef void *(*open_function)(
        const char *, const char *, void *, int64_t (*)(void *, void *, int64_t),
        int64_t (*)(void *, void *, int64_t), uint64_t (*)(void *, uint64_t, int), int (*)(void *),
        uint64_t (*)(void *), int (*)(void *, void **, int64_t *), void (*)(void *, void *, int64_t));
    open_function open = (open_function)dlsym(0, "TIFFClientOpen");
    int (*enter)(void *, uint64_t) = (int (*)(void *, uint64_t))dlsym(0, "TIFFSetSubDirectory");
    int (*set)(void *, uint32_t, ...) = (int (*)(void *, uint32_t, ...))dlsym(0, "TIFFSetField");
    void (*close)(void *) = (void (*)(void *))dlsym(0, "TIFFClose");
    if (!open || !enter || !set || !close) return 0;
    void *tiff = open(
        "page", "r", file, cleptonica_tiff_read, cleptonica_tiff_write, cleptonica_tiff_seek,
        cleptonica_tiff_close, cleptonica_tiff_size, cleptonica_tiff_map, cleptonica_tiff_unmap);
    if (!tiff) return 0;
    if (enter(tiff, directory) && set(tiff, 274, 1)) return tiff;
    close(tiff);
    return 0;
}

static inline void cleptonica_tiff_end(void *tiff) {
    void (*close)(void *) = (void (*)(void *))dlsym(0, "TIFFClose");
    if (close) close(tiff);
}

// A number of the directory, or 0.
static inline uint32_t cleptonica_tiff_number(void *tiff, uint32_t tag) {
    int (*get)(void *, uint32_t, ...) = (int (*)(void *, uint32_t, ...))dlsym(0, "TIFFGetField");
    uint32_t value = 0;
    return get && get(tiff, tag, &value) ? value : 0;
}

static inline int cleptonica_tiff_is_tiled(void *tiff) {
    int (*ask)(void *) = (int (*)(void *))dlsym(0, "TIFFIsTiled");
    return ask ? ask(tiff) : 0;
}

// Decodes a strip that begins with a row, or a tile, into pixels of 32 bits, the lowest row first: red in the lowest byte,
// then green, blue and opacity. 0 when it is damaged or of a form that libtiff does not know.
static inline int cleptonica_tiff_strip(void *tiff, uint32_t row, uint32_t *pixels) {
    int (*read)(void *, uint32_t, uint32_t *, int) =
        (int (*)(void *, uint32_t, uint32_t *, int))dlsym(0, "TIFFReadRGBAStripExt");
    return read ? read(tiff, row, pixels, 1) : 0;
}

static inline int cleptonica_tiff_tile(void *tiff, uint32_t column, uint32_t row, uint32_t *pixels) {
    int (*read)(void *, uint32_t, uint32_t, uint32_t *, int) =
        (int (*)(void *, uint32_t, uint32_t, uint32_t *, int))dlsym(0, "TIFFReadRGBATileExt");
    return read ? read(tiff, column, row, pixels, 1) : 0;
}
