#include "CEncoderKernels.h"

#include "bodies.h"

size_t cencoder_linear_scratch(size_t depth) { return LANES * depth; }

void cencoder_read_blocks(const uint8_t *blocks, size_t count, float *numbers) {
    for (size_t at = 0; at < count; at += BLOCK_NUMBERS, blocks += BLOCK_BYTES) {
        vector first, second;
        read_block(blocks, &first, &second);
        STORE(numbers + at, first);
        STORE(numbers + at + LANES, second);
    }
}

// A panel of keys, and a row of scores for each row, which is filled up to whole vectors.
size_t cencoder_attention_scratch(size_t rows, size_t head_width) {
    return LANES * head_width + rows * ((rows + LANES - 1) / LANES * LANES);
}

// VARIANT(NAME, TARGET, TILE) makes all functions for a kind of processor. TILE is how many rows of a product are in
// registers at once: 14 of 32 registers of 16 floats, 6 × 2 of 16 of 8 floats, 2 × 4 of 16 of 4 floats.
#define VARIANT(NAME, TARGET, TILE)                                                                                    \
    TARGET static void linear_##NAME(size_t rows, size_t depth, size_t columns, const float *inputs,                   \
                                     size_t input_stride, const float *weights, const float *bias, float *outputs,     \
                                     size_t output_stride, float *scratch) {                                           \
        linear(TILE, rows, depth, columns, inputs, input_stride, weights, bias, outputs, output_stride, scratch);      \
    }                                                                                                                  \
    TARGET static void linear_of_blocks_##NAME(size_t rows, size_t depth, size_t columns, const float *inputs,         \
                                               size_t input_stride, const uint8_t *weights, const float *bias,         \
                                               float *outputs, size_t output_stride, float *scratch) {                 \
        linear_of_blocks(TILE, rows, depth, columns, inputs, input_stride, weights, bias, outputs, output_stride,      \
                         scratch);                                                                                     \
    }                                                                                                                  \
    TARGET static void attention_##NAME(size_t rows, size_t heads, size_t head_width, const float *queries,            \
                                        const float *keys, const float *values, size_t stride, float *outputs,         \
                                        size_t output_stride, float *scratch) {                                        \
        attention(TILE, rows, heads, head_width, queries, keys, values, stride, outputs, output_stride, scratch);      \
    }                                                                                                                  \
    TARGET static void gelu_##NAME(float *values, size_t count) { gelu(values, count); }                               \
    TARGET static void add_and_normalize_##NAME(size_t rows, size_t width, float *values, const float *others,         \
                                                const float *gain, const float *bias, float epsilon) {                 \
        add_and_normalize(rows, width, values, others, gain, bias, epsilon);                                           \
    }                                                                                                                  \
    TARGET static void int8_products_##NAME(const int8_t *query, const int8_t *vectors, size_t count, size_t width,    \
                                            int32_t *products) {                                                       \
        int8_products(query, vectors, count, width, products);                                                         \
    }                                                                                                                  \
    static const cencoder_kernels NAME##_kernels = {                                                                   \
        #NAME,       linear_##NAME,            linear_of_blocks_##NAME, attention_##NAME,                              \
        gelu_##NAME, add_and_normalize_##NAME, int8_products_##NAME}

VARIANT(portable, , 2);

#ifdef __x86_64__
VARIANT(avx2, __attribute__((target("avx2,fma"))), 6);
VARIANT(avx512, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma"))), 14);

static int has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
static int has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#endif

const cencoder_kernels *cencoder_kernels_at(size_t index) {
    const cencoder_kernels *found[3];
    size_t count = 0;
#ifdef __x86_64__
    if (has_avx512()) found[count++] = &avx512_kernels;
    if (has_avx2()) found[count++] = &avx2_kernels;
#endif
    found[count++] = &portable_kernels;
    return index < count ? found[index] : NULL;
}
