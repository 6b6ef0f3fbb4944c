/* What the program ends with. One table for the code, the help texts and the man page. */
#ifndef CLI_EXIT_CODE_H
#define CLI_EXIT_CODE_H

/* X(name, value, meaning) */
#define EXIT_CODES(X)                                                                                                  \
  X(DONE, 0, "all went well")                                                                                          \
  X(BAD_INPUT, 1, "a file, record, position or tile set was bad or could not be read")                                 \
  X(USAGE, 2, "the command line was wrong, or its options do not fit together")                                        \
  X(FAILURE, 3, "something outside failed: output could not be written, a program is missing, memory was short")

enum exit_code {
#define X(name, value, meaning) CODE_##name = value,
  EXIT_CODES(X)
#undef X
};

#endif
