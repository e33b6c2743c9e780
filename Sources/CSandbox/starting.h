#pragma once
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// Swift does not offer fork, which a program with several threads must not use as it does. The prepared process has one.
static inline pid_t csandbox_fork(void) { return fork(); }

// How a child ended, as waitpid tells it; -1 when there is no such child.
static inline int csandbox_wait(pid_t child) {
    int status = 0;
    pid_t found;
    do found = waitpid(child, &status, 0); while (found < 0 && errno == EINTR);
    return found == child ? status : -1;
}

// The most descriptors that come with an order: the ends of a reader's conversation.
#define CSANDBOX_ORDER_DESCRIPTORS 3

// Sends one message with open descriptors beside it.
static inline ssize_t csandbox_send_order(int socket, const void *bytes, size_t length, const int *descriptors,
                                          size_t count) {
    if (count > CSANDBOX_ORDER_DESCRIPTORS) return -1;
    struct iovec part = {(void *)bytes, length};
    union { struct cmsghdr header; char space[CMSG_SPACE(CSANDBOX_ORDER_DESCRIPTORS * sizeof(int))]; } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    if (count > 0) {
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Receives one message. `descriptors` has room for CSANDBOX_ORDER_DESCRIPTORS; *count says how many came.
static inline ssize_t csandbox_receive_order(int socket, void *bytes, size_t capacity, int *descriptors,
                                             size_t *count) {
    struct iovec part = {bytes, capacity};
    union { struct cmsghdr header; char space[CMSG_SPACE(CSANDBOX_ORDER_DESCRIPTORS * sizeof(int))]; } control;
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    *count = 0;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received <= 0) return received;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        *count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        memcpy(descriptors, CMSG_DATA(header), *count * sizeof(int));
    }
    return received;
}

// Puts the calling thread under a filter of system calls that was compiled before.
static inline int csandbox_load_filter(const void *instructions, size_t count) {
    struct sock_fprog program = {(unsigned short)count, (struct sock_filter *)instructions};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

// A file in memory with room for so many bytes, which no writer can make larger or smaller
// (memfd_create(2): close on exec and sealing; fcntl(2): F_ADD_SEALS with seal, shrink and grow). -1 with errno.
static inline int csandbox_image_file(size_t bytes) {
    int file = (int)syscall(SYS_memfd_create, "image", 1u | 2u);
    if (file < 0) return -1;
    if (ftruncate(file, (off_t)bytes) == 0 && fcntl(file, 1024 + 9, 1 | 2 | 4) == 0) return file;
    int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

// Gives the memory of such a file back: its size is fixed, but it may have holes (fallocate(2), FALLOC_FL_PUNCH_HOLE and
// FALLOC_FL_KEEP_SIZE).
static inline int csandbox_empty_image_file(int file, size_t bytes) {
    return (int)syscall(SYS_fallocate, file, 2 | 1, (off_t)0, (off_t)bytes);
}

// A file in memory without a name elsewhere, closed on exec; glibc's own function is not visible to Swift.
static inline int csandbox_memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1u); }
