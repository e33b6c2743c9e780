#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// For the tests of the sandbox: system calls as a hostile file's code would make them, past the C library. Functions
// that are not called, as in the release, leave nothing in the program.

// Returns 0 or more, or -1 with errno.
static inline long csandbox_attempt(long number, long a, long b, long c, long d, long e) {
    return syscall(number, a, b, c, d, e, 0L);
}

// Makes a process, which ends at once. clone instead of fork, which newer processors do not have.
static inline long csandbox_attempt_fork(void) {
    long child = syscall(SYS_clone, (long)SIGCHLD, 0L, 0L, 0L, 0L);
    if (child == 0) _exit(0);
    if (child > 0) waitpid((pid_t)child, NULL, 0);
    return child;
}

// Replaces the program on success.
static inline long csandbox_attempt_exec(const char *program) {
    char *arguments[] = {(char *)program, NULL};
    char *environment[] = {NULL};
    return execve(program, arguments, environment);
}

static inline long csandbox_attempt_mapping(int protection, int later) {
    void *memory = mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return -1;
    long result = later ? mprotect(memory, 4096, later) : 0;
    int number = errno;
    munmap(memory, 4096);
    errno = number;
    return result;
}
