import { setFlagsFromString } from 'node:v8';
import { WASM_FLAGS } from './wasm-flags.mjs';

/** Must be called before the module is compiled; it applies to all threads. */
export function limitCompilerMemory(): void {
  for (const flag of WASM_FLAGS) setFlagsFromString(flag);
}
