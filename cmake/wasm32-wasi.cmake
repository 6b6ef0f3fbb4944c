# Debian's clang, lld and wasi-libc as a cross toolchain. Modules are linked by wasm-ld itself, so that the bytes do not
# depend on what else is installed.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB llvm-ranlib CACHE FILEPATH "")
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -isystem /usr/include/wasm32-wasi")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

execute_process(COMMAND ${CMAKE_C_COMPILER} --target=wasm32-wasi --rtlib=compiler-rt -print-libgcc-file-name
                OUTPUT_VARIABLE clang_runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
set(wasi_library /usr/lib/wasm32-wasi)
set(CMAKE_C_LINK_EXECUTABLE
    "wasm-ld --strip-all <LINK_FLAGS> -o <TARGET> <OBJECTS> <LINK_LIBRARIES> -L${wasi_library} -lc ${clang_runtime}")
# What a reactor (a library with exports) and a command (a program with main) begin with.
set(WASI_REACTOR ${wasi_library}/crt1-reactor.o)
set(WASI_COMMAND ${wasi_library}/crt1-command.o)
