#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
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

int mam_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int mam_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void mam_store_release(int64_t *location, int64_t value) {
  __atomic_store_n(location, value, __ATOMIC_RELEASE);
}

int64_t mam_load_acquire(const int64_t *location) {
  return __atomic_load_n(location, __ATOMIC_ACQUIRE);
}

int mam_pin_to_processor(int index) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(index, &set);
  return sched_setaffinity(0, sizeof set, &set);
}

pid_t mam_child_of(const siginfo_t *info) { return info->si_pid; }
