#include <stddef.h>
#include <stdint.h>

/* Part of every Swift toolchain as libclang_rt.fuzzer, which brings no header. */
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*body)(const uint8_t *bytes, size_t count));
