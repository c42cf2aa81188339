// A thread in which passwords are hashed. The one for strangers yields to the desk: a flood of logins must not slow an
// order (F8). The one for owners has few jobs, and its priority is that of the rest: a flood must not slow it either.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { Thread } from './password-lanes.ts';
import type { PasswordJob, PasswordResult } from './password-pool.ts';

const NICE = 10;

if (workerData !== ('owners' satisfies Thread) && process.platform === 'linux') {
  // On Linux a priority belongs to a thread, and this link ends in the id of the thread that reads it.
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
}

function run(job: PasswordJob): PasswordResult {
  if (job.kind === 'verify') return verifySync(job.hash, job.password);
  const { memoryKib, passes, lanes } = job.cost;
  return hashSync(job.password, { memoryCost: memoryKib, timeCost: passes, parallelism: lanes });
}

parentPort?.on('message', (job: PasswordJob) => {
  parentPort?.postMessage(run(job));
});
