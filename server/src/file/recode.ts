// Draws pictures anew, one at a time, in a process of its own that ends when it is idle. Whatever else a file contained
// (places, scripts, another file) is gone.
import { type ChildProcess, fork } from 'node:child_process';
import type { PictureHead } from './picture-head.ts';

export interface Drawn {
  readonly bytes: Uint8Array;
  readonly type: 'image/jpeg' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

export interface Recoder {
  /** `DAMAGED` when it cannot be read, `BUSY` when too many wait. */
  run(bytes: Uint8Array, head: PictureHead): Promise<Drawn | 'DAMAGED' | 'BUSY'>;
  stop(): Promise<void>;
}

const MOST_WAITING = 8;
const PATIENCE_MS = 20_000;
const IDLE_MS = 10_000;
const CHILD = new URL('./recode-child.mjs', import.meta.url);

export function createRecoder({ patienceMs = PATIENCE_MS } = {}): Recoder {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;
  let isStopped = false;
  let last: Promise<unknown> = Promise.resolve();

  function start(): ChildProcess {
    const started = fork(CHILD, {
      // No secret of the environment.
      env: {},
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.unref();
    started.channel?.unref();
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    return started;
  }

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function draw(bytes: Uint8Array, { type, width, height }: PictureHead): Promise<Drawn | 'DAMAGED'> {
    clearTimeout(idle);
    child ??= start();
    const to = child;
    return new Promise((resolve) => {
      const done = (drawn: Drawn | 'DAMAGED'): void => {
        clearTimeout(timer);
        to.off('message', done as never);
        to.off('exit', lost);
        to.off('error', lost);
        resolve(drawn);
      };
      const lost = (): void => done('DAMAGED');
      const timer = setTimeout(() => {
        end();
        lost();
      }, patienceMs);
      to.once('message', done as never);
      to.once('exit', lost);
      to.once('error', lost);
      to.send({ bytes, type, width, height }, (fault) => {
        if (fault !== null) lost();
      });
    });
  }

  return {
    async run(bytes, head) {
      if (isStopped || waiting >= MOST_WAITING) return 'BUSY';
      waiting += 1;
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      try {
        await before;
        return isStopped ? 'BUSY' : await draw(bytes, head);
      } finally {
        waiting -= 1;
        resolve();
        if (waiting === 0) idle = setTimeout(end, IDLE_MS).unref();
      }
    },
    async stop() {
      isStopped = true;
      end();
      await last;
    },
  };
}
