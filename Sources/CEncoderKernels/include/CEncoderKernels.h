#pragma once
#include <stddef.h>
#include <stdint.h>

// The arithmetic of the encoder: matrix products, attention and what is done to each number. Matrices lie row by row;
// a stride is the distance between the beginnings of two rows, in floats. Nothing is allocated, no pointer is kept.
//
// Everything is there for AVX-512, for AVX2 with FMA, and for any processor. Results of the three differ in the last
// digits.

#pragma clang assume_nonnull begin

typedef struct {
    // "avx512", "avx2" or "portable".
    const char *name;

    // outputs[r][c] = bias[c] + Σ inputs[r][k] · weights[c][k], for k below `depth`: weights lie as PyTorch keeps those
    // of a linear layer. `depth` and `columns` are multiples of 16.
    void (*linear)(size_t rows, size_t depth, size_t columns, const float *inputs, size_t input_stride,
                   const float *weights, const float *bias, float *outputs, size_t output_stride, float *scratch);

    // The same with weights of four bits, rows of blocks (see `cencoder_read_blocks`). `depth` is a multiple of 32.
    void (*linear_of_blocks)(size_t rows, size_t depth, size_t columns, const float *inputs, size_t input_stride,
                             const uint8_t *weights, const float *bias, float *outputs, size_t output_stride,
                             float *scratch);

    // Attention of `heads` heads within one sequence of `rows` rows. A row of `queries`, `keys` and `values` has the
    // heads side by side; so has one of `outputs`. `head_width` is a multiple of 16.
    void (*attention)(size_t rows, size_t heads, size_t head_width, const float *queries, const float *keys,
                      const float *values, size_t stride, float *outputs, size_t output_stride, float *scratch);

    // x → x · Φ(x), with the error function and not one of its usual replacements. `count` is a multiple of 16.
    void (*gelu)(float *values, size_t count);

    // Adds `others` to each row, then takes the mean from the row, divides by its standard deviation, and multiplies and
    // adds column by column. `width` is a multiple of 16.
    void (*add_and_normalize)(size_t rows, size_t width, float *values, const float *others, const float *gain,
                              const float *bias, float epsilon);

    // products[v] = Σ query[k] · vectors[v][k], exactly. `width` is at most 130,000: more may not fit into 32 bits.
    void (*int8_products)(const int8_t *query, const int8_t *vectors, size_t count, size_t width, int32_t *products);
} cencoder_kernels;

// Those that this processor can run, the fastest first; NULL behind the last.
const cencoder_kernels *_Nullable cencoder_kernels_at(size_t index);

// `count` numbers, a multiple of 32, from blocks of 32 in 18 bytes: a scale as a 16-bit float, little-endian, and 16 bytes.
// Byte n has the numbers n (its low half) and n + 16: from 0 to 15, less 8, times the scale (ggml calls it Q4_0).
void cencoder_read_blocks(const uint8_t *blocks, size_t count, float *numbers);

// Floats that a scratch has to have room for.
size_t cencoder_linear_scratch(size_t depth);
size_t cencoder_attention_scratch(size_t rows, size_t head_width);

#pragma clang assume_nonnull end
