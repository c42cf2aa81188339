import { WASM_FLAGS } from './db/wasm-flags.mjs';

/**
 * What the runtime is told before it compiles anything; in plain JavaScript, because `main.mjs` needs it before the compile
 * cache. Young garbage is collected by the thread that made it: four helpers that look for work take two thirds of a
 * processor from the desk and the database, and find next to none. Old garbage is still collected beside the threads.
 */
export const RUNTIME_FLAGS = [...WASM_FLAGS, '--no-parallel-scavenge'];
