#pragma once
#include <errno.h>
#include <seccomp.h>

// A macro with an argument, which Swift cannot see: the call fails with EPERM.
static inline uint32_t cseccomp_refuse(void) { return SCMP_ACT_ERRNO(EPERM); }
// A macro with a cast.
static inline uint32_t cseccomp_allow(void) { return SCMP_ACT_ALLOW; }
