#pragma once
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// Swift does not offer it.
static inline pid_t cforking_fork(void) { return fork(); }
