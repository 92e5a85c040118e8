// Runs the example app: over a socket if one is named, else over standard input and output.
#include "sdk.h"

int main(int argc, char **argv) { return mamkit_main(&example_app, argc, argv); }
