#pragma once
#include <linux/capability.h>
#include <linux/stat.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// prctl is variadic, which Swift cannot call; these fix its arguments.
static inline int csandbox_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }
static inline int csandbox_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
static inline int csandbox_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// Closes what the program that started this one left open beside the first three; -1 (ENOSYS) before Linux 5.9.
static inline int csandbox_close_inherited(void) { return (int)syscall(436 /* close_range */, 3u, ~0u, 0u); }

// openat2(2), which glibc has no function for: `path` is opened below `folder`, and no part of it may be a symbolic
// link or lead elsewhere. -1 (ENOSYS) before Linux 5.6.
static inline int csandbox_open_beneath(int folder, const char *path, int flags) {
    struct { uint64_t flags, mode, resolve; } how = {
        (uint64_t)flags, 0, 0x02 | 0x04 | 0x08 /* RESOLVE_NO_MAGICLINKS, _NO_SYMLINKS, _BENEATH */};
    return (int)syscall(437 /* openat2 */, folder, path, &how, sizeof how);
}

// When a file was made, in seconds since 1970 (statx(2), which Swift does not see). -1 where the file system does not
// keep it, or the file cannot be looked at.
static inline int64_t csandbox_birth(const char *path) {
    struct statx found;
    memset(&found, 0, sizeof found);
    long result = syscall(SYS_statx, -100 /* AT_FDCWD */, path, 0x100 /* AT_SYMLINK_NOFOLLOW */, STATX_BTIME, &found);
    return result == 0 && (found.stx_mask & STATX_BTIME) ? found.stx_btime.tv_sec : -1;
}

// For a worker that root started, so that it has the rights of an ordinary user. capset has no wrapper in glibc.
static inline int csandbox_drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    return (int)syscall(SYS_capset, &header, none);
}

// Landlock (landlock(7)). Its calls have no wrappers in glibc, and the kernel's header of Debian 12 knows only the
// first of its versions, so numbers and structures are given here; they never change.

#define CSANDBOX_LANDLOCK_CREATE_RULESET 444
#define CSANDBOX_LANDLOCK_ADD_RULE 445
#define CSANDBOX_LANDLOCK_RESTRICT_SELF 446

// The version of Landlock that the kernel has; -1 (ENOSYS, EOPNOTSUPP) when it has none or it is switched off.
static inline int csandbox_landlock_version(void) {
    return (int)syscall(CSANDBOX_LANDLOCK_CREATE_RULESET, NULL, 0, 1);
}

// A descriptor of rules under which what the masks name is refused from now on. An older kernel takes the longer
// structure as long as what it does not know is 0.
static inline int csandbox_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes) {
    struct { uint64_t files, network, scopes; } attributes = {files, network, scopes};
    return (int)syscall(CSANDBOX_LANDLOCK_CREATE_RULESET, &attributes, sizeof attributes, 0);
}

// Allows what `files` names at `place`, an open file or a folder with everything below it.
static inline int csandbox_landlock_allow(int ruleset, int place, uint64_t files) {
    struct { uint64_t files; int32_t place; } __attribute__((packed)) attributes = {files, place};
    return (int)syscall(CSANDBOX_LANDLOCK_ADD_RULE, ruleset, 1, &attributes, 0);
}

// Puts the calling thread under the rules for good.
static inline int csandbox_landlock_restrict(int ruleset) {
    return (int)syscall(CSANDBOX_LANDLOCK_RESTRICT_SELF, ruleset, 0);
}

// glibc has no function for it. 1 is IOPRIO_WHO_PROCESS, class 3 is idle.
static inline long csandbox_idle_input_output(pid_t process) {
    return syscall(SYS_ioprio_set, 1, process, 3 << 13);
}

// The CMSG macros (unix(7), SCM_RIGHTS) are not visible to Swift. One byte travels with each descriptor.
static inline ssize_t csandbox_send_descriptor(int socket, int descriptor) {
    char byte = 'D';
    struct iovec part = {&byte, 1};
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// In place of a descriptor that cannot be had.
static inline ssize_t csandbox_send_no_descriptor(int socket) {
    char byte = 'N';
    return send(socket, &byte, 1, MSG_NOSIGNAL);
}

// Returns 1 and sets *descriptor, 0 at end of stream, -1 on error (errno) or when no descriptor came along.
static inline ssize_t csandbox_receive_descriptor(int socket, int *descriptor) {
    char byte = 0;
    struct iovec part = {&byte, 1};
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    struct msghdr message = {0};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.space;
    message.msg_controllen = sizeof control.space;
    ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count <= 0) return count;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return -1;
    memcpy(descriptor, CMSG_DATA(header), sizeof(int));
    return 1;
}
