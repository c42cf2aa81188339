// Loaded into a server before anything else (`node --import`): its wall clock is shifted, so that a journey finds the
// same open and closed markets on every day of the week, and a token can expire in a moment. Every thread of the server
// loads it again; all of them share one clock, because the desk decides in a thread of its own.
import { readFileSync } from 'node:fs';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const NAME = 'moved clock';
const { now } = Date;
const shared = isMainThread ? new SharedArrayBuffer(8) : getEnvironmentData(NAME);
const ahead = new Float64Array(shared);

Date.now = () => now() + ahead[0];

if (isMainThread) {
  ahead[0] = Number(process.env.CLOCK_AHEAD_MS ?? '0');
  setEnvironmentData(NAME, shared);
  // The file says how far ahead, so that signals which arrive together lose nothing and a leap of any length is exact.
  const file = process.env.CLOCK_AHEAD_FILE;
  if (file !== undefined)
    process.on('SIGUSR2', () => {
      ahead[0] = Number(readFileSync(file, 'utf8'));
    });
}
