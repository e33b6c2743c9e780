#define _GNU_SOURCE
#include "CMappedFiles.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST 64

// A free place has the start 0. A start is written last and taken away first, so the handler never sees half of one.
static struct {
    _Atomic uintptr_t start;
    _Atomic size_t length;
    _Atomic int is_cut;
} watched[MOST];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction before;
static uintptr_t page_size;

// Calls nothing but system calls: it may interrupt anything.
static void handle(int signal, siginfo_t *info, void *context) {
    uintptr_t address = (uintptr_t)info->si_addr;
    for (int number = 0; number < MOST; number++) {
        uintptr_t start = atomic_load(&watched[number].start);
        size_t length = atomic_load(&watched[number].length);
        if (!start || address < start || address - start >= length) continue;
        // The pages behind it are gone as well, and each would raise the signal.
        uintptr_t first = address & ~(page_size - 1);
        void *zeros = mmap((void *)first, start + length - first, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
        if (zeros == MAP_FAILED) break;
        atomic_store(&watched[number].is_cut, 1);
        return;
    }
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(signal, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(signal);
    } else {
        // The read that raised it is tried again, and ends the process as if there were no handler.
        sigaction(SIGBUS, &before, NULL);
    }
}

static void install(void) {
    page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &before);
}

int cmapped_watch(const void *start, size_t length) {
    pthread_once(&once, install);
    pthread_mutex_lock(&lock);
    int number = 0;
    while (number < MOST && atomic_load(&watched[number].start)) number++;
    if (number < MOST) {
        atomic_store(&watched[number].is_cut, 0);
        atomic_store(&watched[number].length, length);
        atomic_store(&watched[number].start, (uintptr_t)start);
    }
    pthread_mutex_unlock(&lock);
    return number < MOST ? number : -1;
}

int cmapped_is_cut(int number) { return number >= 0 && atomic_load(&watched[number].is_cut); }

void cmapped_forget(int number) {
    if (number >= 0) atomic_store(&watched[number].start, 0);
}
