#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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

int mam_spawn(
    pid_t *pid, const char *path, char *const argv[], char *const envp[], const char *directory,
    const int *map, int count) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  int highest = 2, free = 3;
  for (int index = 0; index < count; index++) {
    if (map[2 * index + 1] > highest) highest = map[2 * index + 1];
    if (map[2 * index] >= free) free = map[2 * index] + 1;
    if (map[2 * index + 1] >= free) free = map[2 * index + 1] + 1;
  }
  // First out of each other's way: a descriptor's number in the child may be that of another one here.
  for (int index = 0; index < count && !error; index++)
    error = posix_spawn_file_actions_adddup2(&actions, map[2 * index], free + index);
  // Parents open every descriptor close-on-exec; dup2 clears that flag in the child.
  for (int index = 0; index < count && !error; index++)
    error = posix_spawn_file_actions_adddup2(&actions, free + index, map[2 * index + 1]);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, highest + 1);
  if (!error && directory) error = posix_spawn_file_actions_addchdir_np(&actions, directory);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &none);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &all);
  if (!error) error = posix_spawnattr_setpgroup(&attributes, 0);
  if (!error)
    error = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (!error) error = posix_spawn(pid, path, &actions, &attributes, argv, envp);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int mam_memfd(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int mam_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int mam_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

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
