// Runs a program and ends it with us: a signal that reaches this process reaches the child too.
import { spawn } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Starts the program and returns the process together with a promise of its exit code. */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  const forward = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const exitCode = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward);
      resolve(code ?? (signal === null ? 1 : 128));
    });
  });
  return { child, exitCode };
}

export function run(program, args, options = {}) {
  return start(program, args, options).exitCode;
}
