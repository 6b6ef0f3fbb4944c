/* cmocka with the headers that it wants before it. */
#ifndef TESTS_CLI_CMOCKA_BASE_H
#define TESTS_CLI_CMOCKA_BASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#endif
