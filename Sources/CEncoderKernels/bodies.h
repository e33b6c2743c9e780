#pragma once
// The bodies, written once and compiled for each kind of processor (kernels.c). `vector` is 16 floats: the compiler takes
// as many registers for it as it needs. Functions take it by pointer, because processors hand over such a value in
// different ways; all of them are inlined.
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BODY static inline __attribute__((always_inline))
#define LANES 16
#define MOST_TILE_ROWS 14

typedef float vector __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t whole_vector __attribute__((vector_size(LANES * sizeof(int32_t))));

// Through memcpy, because rows need not begin where a vector may.
#define LOAD(result, from) memcpy(&(result), (from), sizeof(vector))
#define STORE(to, value) memcpy((to), &(value), sizeof(vector))

// `rows` rows of a product, 16 columns of it. `panel` has those columns, a row of 16 for each step of the depth.
BODY void tile(const int rows, size_t depth, const float *inputs, size_t input_stride, const float *panel,
               size_t panel_stride, const float *bias, float *outputs, size_t output_stride) {
    vector sums[MOST_TILE_ROWS];
    vector start = {0};
    if (bias) LOAD(start, bias);
#pragma clang loop unroll(full)
    for (int row = 0; row < rows; row++) sums[row] = start;
    for (size_t step = 0; step < depth; step++) {
        vector weights;
        LOAD(weights, panel + step * panel_stride);
#pragma clang loop unroll(full)
        for (int row = 0; row < rows; row++) sums[row] += inputs[(size_t)row * input_stride + step] * weights;
    }
#pragma clang loop unroll(full)
    for (int row = 0; row < rows; row++) STORE(outputs + (size_t)row * output_stride, sums[row]);
}

BODY void panel_product(const int most, size_t rows, size_t depth, const float *inputs, size_t input_stride,
                        const float *panel, size_t panel_stride, const float *bias, float *outputs,
                        size_t output_stride) {
    size_t row = 0;
#define TILES(count)                                                                                                   \
    for (; row + (count) <= rows; row += (count))                                                                      \
    tile(count, depth, inputs + row * input_stride, input_stride, panel, panel_stride, bias,                           \
         outputs + row * output_stride, output_stride)
    TILES(most);
    if (most > 8) TILES(8);
    if (most > 4) TILES(4);
    TILES(1);
#undef TILES
}

// Rows become columns: in each of four rounds every row of the upper half is interleaved with one of the lower.
BODY void transpose(vector rows[LANES]) {
    vector next[LANES];
#pragma clang loop unroll(full)
    for (int round = 0; round < 4; round++) {
#pragma clang loop unroll(full)
        for (int row = 0; row < LANES / 2; row++) {
            vector upper = rows[row], lower = rows[row + LANES / 2];
            next[2 * row] = __builtin_shufflevector(upper, lower, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            next[2 * row + 1] =
                __builtin_shufflevector(upper, lower, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        }
#pragma clang loop unroll(full)
        for (int row = 0; row < LANES; row++) rows[row] = next[row];
    }
}

// The columns of a product are rows of weights: up to 16 of them side by side, as `tile` reads them, and zeros for those
// that are missing.
BODY void make_panel(size_t filled, size_t depth, const float *weights, size_t stride, float *panel) {
    for (size_t step = 0; step < depth; step += LANES) {
        vector rows[LANES];
#pragma clang loop unroll(full)
        for (size_t row = 0; row < LANES; row++) {
            rows[row] = (vector){0};
            if (row < filled) LOAD(rows[row], weights + row * stride + step);
        }
        transpose(rows);
#pragma clang loop unroll(full)
        for (size_t row = 0; row < LANES; row++) STORE(panel + (step + row) * LANES, rows[row]);
    }
}

// Four-bit weights: blocks of 18 bytes for 32 numbers, a scale in 16 bits and 16 bytes. Byte n has the numbers n (its low
// half) and n + 16, each from 0 to 15; 8 stands for 0.
#define BLOCK_NUMBERS 32
#define BLOCK_BYTES 18

typedef uint8_t byte_vector __attribute__((vector_size(LANES)));

// IEEE 754 binary16. A scale that is infinite or not a number stays so.
BODY float half(const uint8_t *bytes) {
    uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
    uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023, result;
    if (exponent == 0) return (bits >> 15 ? -1.0f : 1.0f) * (float)fraction * 0x1p-24f;
    result = (bits >> 15) << 31 | (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13;
    float value;
    memcpy(&value, &result, sizeof value);
    return value;
}

BODY void read_block(const uint8_t *block, vector *first, vector *second) {
    float scale = half(block);
    byte_vector bytes;
    memcpy(&bytes, block + 2, sizeof bytes);
    *first = (__builtin_convertvector(bytes & 15, vector) - 8.0f) * scale;
    *second = (__builtin_convertvector(bytes >> 4, vector) - 8.0f) * scale;
}

// As `make_panel` with all 16 rows.
BODY void make_panel_of_blocks(size_t depth, const uint8_t *blocks, float *panel) {
    size_t stride = depth / BLOCK_NUMBERS * BLOCK_BYTES;
    for (size_t step = 0; step < depth; step += BLOCK_NUMBERS, blocks += BLOCK_BYTES) {
        vector first[LANES], second[LANES];
#pragma clang loop unroll(full)
        for (size_t row = 0; row < LANES; row++) read_block(blocks + row * stride, &first[row], &second[row]);
        transpose(first);
        transpose(second);
#pragma clang loop unroll(full)
        for (size_t row = 0; row < LANES; row++) {
            STORE(panel + (step + row) * LANES, first[row]);
            STORE(panel + (step + LANES + row) * LANES, second[row]);
        }
    }
}

BODY void linear(const int most, size_t rows, size_t depth, size_t columns, const float *inputs, size_t input_stride,
                 const float *weights, const float *bias, float *outputs, size_t output_stride, float *scratch) {
    for (size_t column = 0; column < columns; column += LANES) {
        make_panel(LANES, depth, weights + column * depth, depth, scratch);
        panel_product(most, rows, depth, inputs, input_stride, scratch, LANES, bias + column, outputs + column,
                      output_stride);
    }
}

BODY void linear_of_blocks(const int most, size_t rows, size_t depth, size_t columns, const float *inputs,
                           size_t input_stride, const uint8_t *weights, const float *bias, float *outputs,
                           size_t output_stride, float *scratch) {
    for (size_t column = 0; column < columns; column += LANES) {
        make_panel_of_blocks(depth, weights + column * (depth / BLOCK_NUMBERS * BLOCK_BYTES), scratch);
        panel_product(most, rows, depth, inputs, input_stride, scratch, LANES, bias + column, outputs + column,
                      output_stride);
    }
}

// e^x for x at most 0, to about 2 units in the last place: 2^n · e^r with |r| ≤ ln 2 / 2, and the polynomial of expf in
// the Cephes library. A number below the smallest normal one becomes about that one.
BODY void exponential(vector *value) {
    const vector zero = {0}, lowest = zero - 87.3f;
    vector x = __builtin_elementwise_max(*value, lowest);
    const float shifter = 12582912.0f;  // 1.5 · 2²³: adding it rounds to a whole number.
    vector n = x * 1.44269504f + shifter;
    n -= shifter;
    vector r = x - n * 0.693359375f;
    r -= n * -2.12194440e-4f;
    vector power = zero + 1.9875691500e-4f;
    power = power * r + 1.3981999507e-3f;
    power = power * r + 8.3334519073e-3f;
    power = power * r + 4.1665795894e-2f;
    power = power * r + 1.6666665459e-1f;
    power = power * r + 5.0000001201e-1f;
    power = power * (r * r) + r + 1.0f;
    whole_vector exponent = (__builtin_convertvector(n, whole_vector) + 127) << 23;
    vector scale;
    memcpy(&scale, &exponent, sizeof scale);
    *value = power * scale;
}

BODY float sum_of(const vector *x) {
    float sum = 0;
    for (int lane = 0; lane < LANES; lane++) sum += (*x)[lane];
    return sum;
}

// Numbers behind `count`, up to a multiple of 16, are there and become 0.
BODY void softmax(float *values, size_t count, float factor) {
    size_t padded = (count + LANES - 1) / LANES * LANES;
    for (size_t at = count; at < padded; at++) values[at] = -INFINITY;
    vector largest;
    LOAD(largest, values);
    for (size_t at = LANES; at < padded; at += LANES) {
        vector x;
        LOAD(x, values + at);
        largest = __builtin_elementwise_max(largest, x);
    }
    float maximum = largest[0];
    for (int lane = 1; lane < LANES; lane++) maximum = largest[lane] > maximum ? largest[lane] : maximum;
    vector total = {0};
    for (size_t at = 0; at < padded; at += LANES) {
        vector x;
        LOAD(x, values + at);
        x = (x - maximum) * factor;
        exponential(&x);
        STORE(values + at, x);
        total += x;
    }
    float scale = 1 / sum_of(&total);
    for (size_t at = 0; at < padded; at += LANES) {
        vector x;
        LOAD(x, values + at);
        x *= scale;
        STORE(values + at, x);
    }
}

BODY void attention(const int most, size_t rows, size_t heads, size_t head_width, const float *queries,
                    const float *keys, const float *values, size_t stride, float *outputs, size_t output_stride,
                    float *scratch) {
    size_t padded = (rows + LANES - 1) / LANES * LANES;
    float *panel = scratch, *scores = scratch + LANES * head_width;
    float factor = 1 / sqrtf((float)head_width);
    for (size_t head = 0; head < heads; head++) {
        size_t first = head * head_width;
        for (size_t row = 0; row < rows; row += LANES) {
            size_t filled = rows - row < LANES ? rows - row : LANES;
            make_panel(filled, head_width, keys + row * stride + first, stride, panel);
            panel_product(most, rows, head_width, queries + first, stride, panel, LANES, NULL, scores + row, padded);
        }
        for (size_t row = 0; row < rows; row++) softmax(scores + row * padded, rows, factor);
        for (size_t column = first; column < first + head_width; column += LANES)
            panel_product(most, rows, rows, scores, padded, values + column, stride, NULL, outputs + column,
                          output_stride);
    }
}

// erf(x), to a few units in the last place: the quotient of polynomials of Eigen and XLA, which is 1 beyond ±4.
BODY void error_function(vector *value) {
    const vector zero = {0}, limit = zero + 4.0f;
    vector x = __builtin_elementwise_max(__builtin_elementwise_min(*value, limit), -limit);
    vector square = x * x;
    vector above = zero + -2.72614225801306e-10f;
    above = above * square + 2.77068142495902e-08f;
    above = above * square + -2.10102402082508e-06f;
    above = above * square + -5.69250639462346e-05f;
    above = above * square + -7.34990630326855e-04f;
    above = above * square + -2.95459980854025e-03f;
    above = above * square + -1.60960333262415e-02f;
    vector below = zero + -1.45660718464996e-05f;
    below = below * square + -2.13374055278905e-04f;
    below = below * square + -1.68282697438203e-03f;
    below = below * square + -7.37332916720468e-03f;
    below = below * square + -1.42647390514189e-02f;
    *value = x * above / below;
}

BODY void gelu(float *values, size_t count) {
    for (size_t at = 0; at < count; at += LANES) {
        vector x;
        LOAD(x, values + at);
        vector share = x * 0.70710678f;
        error_function(&share);
        x = x * 0.5f * (1.0f + share);
        STORE(values + at, x);
    }
}

BODY void add_and_normalize(size_t rows, size_t width, float *values, const float *others, const float *gain,
                            const float *bias, float epsilon) {
    for (size_t row = 0; row < rows; row++, values += width, others += width) {
        vector x, other, total = {0}, squares = {0};
        for (size_t at = 0; at < width; at += LANES) {
            LOAD(x, values + at);
            LOAD(other, others + at);
            x += other;
            STORE(values + at, x);
            total += x;
        }
        float mean = sum_of(&total) / (float)width;
        for (size_t at = 0; at < width; at += LANES) {
            LOAD(x, values + at);
            x -= mean;
            squares += x * x;
        }
        float scale = 1 / sqrtf(sum_of(&squares) / (float)width + epsilon);
        for (size_t at = 0; at < width; at += LANES) {
            vector factors, additions;
            LOAD(x, values + at);
            LOAD(factors, gain + at);
            LOAD(additions, bias + at);
            x = (x - mean) * scale * factors + additions;
            STORE(values + at, x);
        }
    }
}

BODY void int8_products(const int8_t *query, const int8_t *vectors, size_t count, size_t width, int32_t *products) {
    for (size_t at = 0; at < count; at++) {
        const int8_t *other = vectors + at * width;
        int32_t sum = 0;
        for (size_t index = 0; index < width; index++) sum += (int32_t)query[index] * (int32_t)other[index];
        products[at] = sum;
    }
}
