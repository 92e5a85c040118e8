#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

int mam_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int mam_reap(int pidfd, int *code) {
  siginfo_t info = {0};
  int result;
  do {
    result = waitid((idtype_t)P_PIDFD, (id_t)pidfd, &info, WEXITED | WNOHANG);
  } while (result == -1 && errno == EINTR);
  if (result == -1) return -1;
  if (info.si_pid == 0) return 0;
  *code = info.si_code == CLD_EXITED ? info.si_status : -info.si_status;
  return 1;
}

int mam_pidfd_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

pid_t mam_wait_for_signal(const sigset_t *signals, int *number) {
  siginfo_t info;
  do {
    *number = sigwaitinfo(signals, &info);
  } while (*number < 0);
  return info.si_code == SI_USER || info.si_code == SI_QUEUE || info.si_code == SI_TKILL ? info.si_pid : 0;
}

int mam_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int mam_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void mam_store_release(int64_t *location, int64_t value) {
  __atomic_store_n(location, value, __ATOMIC_RELEASE);
}

int mam_unread(int descriptor) {
  int count;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : -1;
}

int64_t mam_load_acquire(const int64_t *location) {
  return __atomic_load_n(location, __ATOMIC_ACQUIRE);
}

// More than any kernel is built for (CONFIG_NR_CPUS has at most 8192).
enum { processor_limit = 1 << 14 };

int mam_allowed_processors(int *list, int capacity) {
  cpu_set_t *set = CPU_ALLOC(processor_limit);
  size_t size = CPU_ALLOC_SIZE(processor_limit);
  if (!set) return -1;
  int count = -1;
  if (sched_getaffinity(0, size, set) == 0) {
    count = 0;
    for (int index = 0; index < processor_limit && count < capacity; index++)
      if (CPU_ISSET_S(index, size, set)) list[count++] = index;
  }
  CPU_FREE(set);
  return count;
}

int mam_bind_to_processors(const int *list, int count) {
  cpu_set_t *set = CPU_ALLOC(processor_limit);
  size_t size = CPU_ALLOC_SIZE(processor_limit);
  if (!set) return -1;
  CPU_ZERO_S(size, set);
  for (int index = 0; index < count; index++)
    if (list[index] >= 0 && list[index] < processor_limit) CPU_SET_S(list[index], size, set);
  int result = sched_setaffinity(0, size, set);
  CPU_FREE(set);
  return result;
}

int mam_claim_name(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  // The first byte stays 0: the name is one of the kernel's and of no folder.
  if (length > sizeof address.sun_path - 1) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(address.sun_path + 1, name, length);
  int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  if (bind(descriptor, (struct sockaddr *)&address, size) == 0) return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

pid_t mam_child_of(const siginfo_t *info) { return info->si_pid; }
