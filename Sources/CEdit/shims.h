// The part of libedit that reads a line as readline(3) does; the variables are set by functions, because Swift 6 takes
// variables of C for unsafe.
#pragma once
#include <stdio.h>
#include <editline/readline.h>

/// Names who completes the words of a line: rl_attempted_completion_function.
static inline void mam_edit_complete_by(char **(*complete)(const char *, int, int)) {
  rl_attempted_completion_function = complete;
}

/// Says that nothing else completes a word, such as the names of files: rl_attempted_completion_over.
static inline void mam_edit_completion_is_over(void) { rl_attempted_completion_over = 1; }

/// The line so far: rl_line_buffer.
static inline const char *mam_edit_line(void) { return rl_line_buffer; }

/// Names the program: rl_readline_name.
static inline void mam_edit_begin(const char *name) {
  rl_readline_name = name;
  rl_initialize();
}
