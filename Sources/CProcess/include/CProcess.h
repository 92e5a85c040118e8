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
/// Waits for one of some blocked signals: sigwaitinfo(2). Sets its number; returns the process that sent it, 0 for the kernel.
/// Swift does not import the union.
pid_t mam_wait_for_signal(const sigset_t *signals, int *number);
/// The process that a siginfo_t of waitid(2) speaks of; 0 if it speaks of none. Swift does not import the union.
pid_t mam_child_of(const siginfo_t *info);
/// Starts a program in a process group of its own with exactly the given descriptors, every signal at its default and
/// none blocked. It is killed when the calling thread ends (PR_SET_PDEATHSIG), however that comes about.
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
/// Repairs the signals and standard streams that this program was started with: streams that are closed, signals that
/// are ignored (but SIGHUP, for nohup) or blocked. To be called first of all.
void mam_set_right(void);
/// Gives this process another name, of at most 15 bytes, for tools that find processes by name: prctl(PR_SET_NAME).
void mam_set_name(const char *name);
/// True if nothing can be written to standard output because it was closed when the program started.
int mam_standard_output_is_closed(void);
/// True if a signal is ignored.
int mam_is_ignored(int number);
/// Copies this process, which must have one thread only: fork(2), which Swift does not import.
pid_t mam_fork(void);
/// Opens a folder below another one, never through a link and never across a mount point: openat2(2), else openat(2);
/// -1 and errno on error, EXDEV at a mount point.
int mam_open_folder(int parent, const char *name);
/// Gives the owner every right to a folder, without following a link; 0, or -1 and errno.
int mam_unlock_folder(int parent, const char *name);
/// Opens a folder that need not be readable, only to name things in it: O_PATH; -1 and errno on error.
int mam_open_place(const char *path);
/// Stores a 64-bit value that another process reads, with release order.
void mam_store_release(int64_t *location, int64_t value);
/// How many bytes wait in a pipe: ioctl(FIONREAD); -1 and errno on error.
int mam_unread(int descriptor);
/// Loads a 64-bit value that another process wrote, with acquire order.
int64_t mam_load_acquire(const int64_t *location);
/// Lists the processors that the calling thread may use, lowest first: sched_getaffinity(2).
/// Returns how many were written to the list, at most capacity; -1 and errno on error.
int mam_allowed_processors(int *list, int capacity);
/// Binds the calling thread, and what it starts from now on, to some processors: sched_setaffinity(2).
int mam_bind_to_processors(const int *list, int count);
/// Takes a name that only one socket of the machine (of its network namespace) can have: unix(7), abstract.
/// The kernel gives it back when the descriptor is closed, also by the death of the process.
/// Returns the descriptor, close-on-exec; -1 and errno on error, EADDRINUSE if somebody else has the name.
int mam_claim_name(const char *name);

// Sockets to which apps connect; Device.c.

/// Who has connected a Unix socket, as the kernel noted it then: SO_PEERCRED of unix(7). 0, or -1 and errno.
int mam_peer(int connection, pid_t *pid, uid_t *user);
/// Takes in a connection, close-on-exec and without waiting from then on: accept4(2); -1 and errno on error.
int mam_accept(int listener);
/// 1 as soon as the other end of a connection will send nothing more, whatever lies there unread; 0 if that has not come
/// within so many milliseconds of real time: poll(2) with POLLRDHUP.
int mam_is_hung_up(int connection, int milliseconds);
/// Fills at most 256 bytes with what nobody can guess: getrandom(2). 0, or -1 and errno.
int mam_fill_unguessable(void *bytes, size_t count);

// Sockets that are bound to a port; Ports.c.

/// Makes a socket that is bound to a port of an IPv4 or IPv6 address but does not listen; a port of 0 is replaced by the one
/// that the kernel has chosen. A reused port may have had a listener just before, and can be bound by others that reuse it
/// while nobody listens: SO_REUSEADDR of socket(7). A shared one can be bound by other programs of the same user, if each says
/// that it is shared: SO_REUSEPORT. Returns the descriptor, close-on-exec and without waiting; -1 and errno on error.
int mam_bind_port(const char *host, uint16_t *port, int is_reused, int is_shared);
/// As mam_bind_port with a reused port, and the socket keeps a port that the kernel chose when it stops listening.
int mam_bind(const char *host, uint16_t *port, int is_shared);

// What the kernel reports about other processes; procfs.c.

/// What `/proc/PID/stat` says of a process.
struct mam_process {
  /// R, S, D, Z, T and so on: proc(5).
  char state;
  pid_t parent;
  pid_t group;
  /// How many threads it has.
  int threads;
  /// When it was started, in clock ticks since the machine was: tells two processes of one number apart.
  uint64_t start;
};
/// Reads what is known of a process; 0, or -1 if there is none.
int mam_process_read(pid_t pid, struct mam_process *process);
/// The name of a process's program as the kernel keeps it, at most 15 bytes: 0, or -1.
int mam_process_name(pid_t pid, char name[16]);
/// The process IDs of the machine, at most so many; returns how many there are.
int mam_process_list(pid_t *list, int capacity);
/// The children of a process, of all its threads, at most so many; returns how many, -1 if the kernel does not tell.
int mam_process_children(pid_t pid, pid_t *list, int capacity);
/// How long the threads of a process have run on processors, and have waited for one although they could
/// run, in nanoseconds: schedstat; and how many run now, or could. 0, or -1 if the kernel does not tell.
int mam_process_times(pid_t pid, uint64_t *ran, uint64_t *waited, int *runnable);
/// 1 if nothing can happen in a process until it is sent something: each of its threads is in a wait without a time
/// limit, in read(2) of descriptor 0, for a lock, for descriptors none of which is a timer, or for children of which all
/// are so, and no timer of timer_create(2) is there. 0 if that is not so, or if the kernel does not tell. Timers of
/// setitimer(2) and alarm(2) are not seen: the kernel shows them nobody.
int mam_process_awaits_input(pid_t pid);
/// 1 if the kernel tells nobody, or not this process, what the threads of a process wait for. 0 if it does, or if there
/// is no such process.
int mam_process_is_hidden(pid_t pid);
/// The files in /proc that describe the first thread of a process, and the timers of all, kept open; -1 for timers without one.
struct mam_rest {
  int stat, call, children, timers;
};
/// Opens it for a process; 0, or -1 and errno.
int mam_rest_open(pid_t pid, struct mam_rest *rest);
void mam_rest_close(struct mam_rest *rest);
/// 1 if it takes no further look to know that mam_process_awaits_input is true: the process has one thread, which is in
/// read(2) of descriptor 0, no children and no timers. 0 if it takes one.
int mam_rest_is_certain(const struct mam_rest *rest);
/// Opens a socket for mam_socket_owner: netlink(7), NETLINK_SOCK_DIAG; -1 and errno on error.
int mam_socket_diagnosis(void);
/// Finds who owns the other end of a TCP connection over IPv4 on this machine: sock_diag(7). Sets the inode of
/// that socket (0 if nobody has it open any more) and its user. 0, or -1 if the kernel does not tell.
int mam_socket_owner(int netlink, int connection, uint32_t *inode, uint32_t *user);
/// Opens the folder of a process's descriptors, close-on-exec; -1 and errno on error. It stays that of this process, also
/// when it has ended and another one has its number.
int mam_process_folder(pid_t pid);
/// Where sockets of a process were found before.
struct mam_places {
  /// A bit for each of the numbers 0 to 63.
  uint64_t known;
  /// The number of the last one.
  int last;
  /// The last number of 64 or more at which one was found; 0 if there is none.
  int beyond;
};
/// 1 if a process has a socket of that inode open, 0 if not, -1 if its descriptors cannot be listed, such as those of
/// one that has ended.
/// The known places are looked at first, those behind the last one before the others, as descriptors are given out in
/// order, and the next few behind the last one beyond them; nothing else is looked at unless the search is to be thorough.
int mam_folder_holds(int folder, uint32_t inode, struct mam_places *places, int is_thorough);
