/* The entry point of the program `tessera`. */
#include "cli/command.h"

int main(int argc, char **argv) { return command_line(argc, argv); }
