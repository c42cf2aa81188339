// The desk's thread before it receives the `open` message: it loads its code meanwhile.
import { Worker } from 'node:worker_threads';
import { deskHeapMb } from './machine-memory.ts';

export const beginDeskThread = (heapMb = deskHeapMb()): Worker =>
  new Worker(new URL('./desk-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
