#pragma once
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>

// libjpeg leaves a failure by a jump, which Swift must not see.
struct cjpeg_failure {
    struct jpeg_error_mgr manager;
    jmp_buf place;
};

static inline void cjpeg_fail(j_common_ptr info) { longjmp(((struct cjpeg_failure *)info->err)->place, 1); }
static inline void cjpeg_keep_quiet(j_common_ptr info) { (void)info; }

// Writes a JPEG of rows of pixels: of four bytes each, blue first and the last without meaning, or of one, grey. The first
// become grey too when `as_grey` says so. Returns 0, and memory that the caller frees; else -1, and nothing.
static inline int cjpeg_encode(const unsigned char *pixels, size_t stride, unsigned width, unsigned height, int is_grey,
                               int as_grey, int quality, unsigned char **bytes, unsigned long *count) {
    struct jpeg_compress_struct info;
    struct cjpeg_failure failure;
    *bytes = NULL;
    *count = 0;
    info.err = jpeg_std_error(&failure.manager);
    failure.manager.error_exit = cjpeg_fail;
    failure.manager.output_message = cjpeg_keep_quiet;
    if (setjmp(failure.place)) {
        jpeg_destroy_compress(&info);
        free(*bytes);
        *bytes = NULL;
        return -1;
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, bytes, count);
    info.image_width = width;
    info.image_height = height;
    info.input_components = is_grey ? 1 : 4;
    info.in_color_space = is_grey ? JCS_GRAYSCALE : JCS_EXT_BGRX;
    jpeg_set_defaults(&info);
    if (!is_grey && as_grey) jpeg_set_colorspace(&info, JCS_GRAYSCALE);
    jpeg_set_quality(&info, quality, TRUE);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < height) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)info.next_scanline * stride);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    return 0;
}
