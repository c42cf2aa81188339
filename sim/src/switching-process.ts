// A process that stays for many planted bugs: see `switching-worker.ts`.
import { type ChildProcess, fork } from 'node:child_process';
import { COMPILED } from './seeds.ts';
import type { Trial, TrialDone } from './switching-worker.ts';

export interface SwitchingProcess {
  /** Undefined when the seed does not find the bug, or the bug cannot be switched on. */
  tryOut(trial: Trial): Promise<TrialDone['failure']>;
  close(): void;
}

export function openSwitchingProcess(): SwitchingProcess {
  let child: ChildProcess | undefined;

  async function start(): Promise<ChildProcess | undefined> {
    const started = fork(new URL('./switching-worker.ts', import.meta.url), {
      execArgv: ['--allow-natives-syntax'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    });
    return (await nextOf(started)) === undefined ? undefined : started;
  }

  return {
    async tryOut(trial) {
      child ??= await start();
      if (child === undefined) return undefined;
      child.send(trial);
      const done = await nextOf(child);
      if (done === undefined) child = undefined;
      return (done as TrialDone | undefined)?.failure;
    },
    close: () => child?.disconnect(),
  };
}

/** The next message; undefined when a bug has ended the process. */
function nextOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (message: unknown) => {
      child.off('message', settle).off('exit', onExit);
      resolve(message);
    };
    const onExit = () => settle(undefined);
    child.on('message', settle).on('exit', onExit);
  });
}
