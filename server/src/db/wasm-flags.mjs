/**
 * The embedded database is one WebAssembly module with a few huge functions. Optimizing them takes a gigabyte for
 * some seconds, which is more than everything else of the platform together; without it statements take half as long
 * again. An installation that needs the speed uses PostgreSQL. In plain JavaScript, because `main.mjs` needs it
 * before the compile cache: cached code is used only by a process with the same flags.
 */
export const WASM_FLAGS = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];
