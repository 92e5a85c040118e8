// What Glibc's Swift import lacks: variadic or macro-only system calls in fixed form.
#pragma once
#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

/// Opens a descriptor that becomes readable when the process ends: pidfd_open(2); -1 and errno on error.
int mam_pidfd_open(pid_t pid);
/// Reaps a child by its pidfd without waiting: waitid(2) with P_PIDFD, WEXITED | WNOHANG.
/// Returns 1 and sets the code (exit status, or minus the signal number) if it had ended, 0 if it still
/// runs, -1 and errno on error.
int mam_reap(int pidfd, int *code);
/// Sends a signal to the process behind a pidfd: pidfd_send_signal(2); cannot hit a reused process ID.
int mam_pidfd_signal(int pidfd, int signal);
/// Starts a program in a process group of its own with exactly the given descriptors: posix_spawn(3).
/// map holds count pairs (parent descriptor, child descriptor); every other descriptor from 3 up is closed.
/// Returns 0 or the error number.
int mam_spawn(
    pid_t *pid, const char *path, char *const argv[], char *const envp[], const char *directory,
    const int *map, int count);
/// Creates an anonymous memory file: memfd_create(2), close-on-exec.
int mam_memfd(const char *name);
/// Creates a pipe with both ends close-on-exec: pipe2(2); -1 and errno on error.
int mam_pipe(int ends[2]);
/// Makes this process the reaper of orphaned descendants: prctl(PR_SET_CHILD_SUBREAPER).
int mam_become_subreaper(void);
/// Stores a 64-bit value that another process reads, with release order.
void mam_store_release(int64_t *location, int64_t value);
/// Loads a 64-bit value that another process wrote, with acquire order.
int64_t mam_load_acquire(const int64_t *location);
/// Pins the calling thread, and what it spawns, to one processor: sched_setaffinity(2).
int mam_pin_to_processor(int index);
