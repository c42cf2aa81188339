import { setFlagsFromString } from 'node:v8';

/**
 * The embedded database is one WebAssembly module with a few huge functions. Optimizing them takes a gigabyte for some
 * seconds, which is more than everything else of the platform together; without it statements take half as long again.
 * Who needs the speed has PostgreSQL. Must be called before the module is compiled; it holds for all threads.
 */
export function keepCompilerSmall(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}
