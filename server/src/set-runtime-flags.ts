// For a process that does not begin with `main.mjs` and measures what one that does would do.
import { setFlagsFromString } from 'node:v8';
import { RUNTIME_FLAGS } from './runtime-flags.mjs';

export function setRuntimeFlags(): void {
  for (const flag of RUNTIME_FLAGS) setFlagsFromString(flag);
}
