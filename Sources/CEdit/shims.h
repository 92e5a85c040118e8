// The part of libedit that reads a line as readline(3) does; the variables are set by functions, because Swift 6 takes
// variables of C for unsafe.
#pragma once
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <editline/readline.h>

/// Names who completes the words of a line: rl_attempted_completion_function.
static inline void mam_edit_complete_by(char **(*complete)(const char *, int, int)) {
  rl_attempted_completion_function = complete;
}

/// Says that nothing else completes a word, such as the names of files: rl_attempted_completion_over.
static inline void mam_edit_completion_is_over(void) { rl_attempted_completion_over = 1; }

/// Says what follows a word that is complete, such as a blank; 0 for nothing: rl_completion_append_character.
static inline void mam_edit_append(int character) { rl_completion_append_character = character; }

/// The line so far: rl_line_buffer.
static inline const char *mam_edit_line(void) { return rl_line_buffer; }

/// Names the program: rl_readline_name.
static inline void mam_edit_begin(const char *name) {
  rl_readline_name = name;
  rl_initialize();
}

/// The thread that reads a line. Here and below a variable of a function, because Swift emits no others of a header.
static inline pthread_t *mam_edit_reader(void) {
  static pthread_t reader;
  return &reader;
}

/// Not 0 once SIGINT has come while a line was read.
static inline volatile sig_atomic_t *mam_edit_broken_off(void) {
  static volatile sig_atomic_t broken_off;
  return &broken_off;
}

/// For SIGINT, which any thread may get: only the one that waits for a key can give its line up.
static inline void mam_edit_break_off(int number) {
  *mam_edit_broken_off() = 1;
  if (!pthread_equal(pthread_self(), *mam_edit_reader())) pthread_kill(*mam_edit_reader(), number);
}

/// readline(3), but SIGINT gives the line up instead of ending the program: then nothing is returned, and `broken_off` is 1.
static inline char *mam_edit_read(const char *prompt, int *broken_off) {
  struct sigaction quiet = {.sa_handler = mam_edit_break_off}, before;
  sigemptyset(&quiet.sa_mask);
  *mam_edit_reader() = pthread_self();
  *mam_edit_broken_off() = 0;
  sigaction(SIGINT, &quiet, &before);
  char *line = readline(prompt);
  sigaction(SIGINT, &before, NULL);
  *broken_off = !line && *mam_edit_broken_off();
  // What was typed stays on the screen.
  if (*broken_off) puts("^C");
  return line;
}
