// A process that owns a shard, or follows its owner, for tests that end it in every way. It has the desk's thread, a
// guarded database and nothing else; the test asks it by messages.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AnyCommand } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { readAccount } from './account/reads.ts';
import { openPostgres } from './db/postgres.ts';
import type { Outcome } from './desk/desk.ts';
import { createOwnership } from './desk/ownership.ts';
import { SITE } from './desk/testing.ts';
import { openStandbyDesk } from './open-standby-desk.ts';

export interface DeskProcess {
  /** Its book is loaded. */
  readonly follows: Promise<void>;
  readonly owned: Promise<void>;
  readonly exit: Promise<number | null>;
  submit(command: AnyCommand): Promise<Outcome | 'NOT_OURS'>;
  /** Undefined when it may not be answered. */
  read(player: PlayerId): Promise<unknown>;
  /** Writes past the journal; false when that was refused. */
  write(text: string): Promise<boolean>;
  /** Begins such a write and commits it with `commit`. */
  begin(text: string): Promise<void>;
  commit(): Promise<boolean>;
  kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void;
}

type Asked =
  | { readonly kind: 'submit'; readonly command: AnyCommand }
  | { readonly kind: 'read'; readonly player: PlayerId }
  | { readonly kind: 'write' | 'begin'; readonly text: string }
  | { readonly kind: 'commit' };

interface Message {
  readonly id: number;
  readonly asked: Asked;
}

type Answer =
  | { readonly kind: 'follows' | 'owned' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };

/** `lingers`: it does not end when its shard is lost, so a test sees that it does no harm in that time. */
export function forkDesk(url: string, { lingers = false } = {}): DeskProcess {
  const child = fork(import.meta.filename, [], {
    env: { ...process.env, DESK_URL: url, DESK_LINGERS: String(lingers) },
    serialization: 'advanced',
  });
  const waiting = new Map<number, (answer: unknown) => void>();
  const begun = { follows: Promise.withResolvers<void>(), owned: Promise.withResolvers<void>() };
  let asked = 0;
  child.on('message', (message: Answer) => {
    if (message.kind === 'answer') waiting.get(message.id)?.(message.answer);
    else begun[message.kind].resolve();
  });
  const ask = <Reply>(what: Asked): Promise<Reply> =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve as (answer: unknown) => void);
      const message: Message = { id: asked, asked: what };
      child.send(message);
    });
  return {
    follows: begun.follows.promise,
    owned: begun.owned.promise,
    exit: once(child, 'exit').then(([code]) => code as number | null),
    submit: (command) => ask({ kind: 'submit', command }),
    read: (player) => ask({ kind: 'read', player }),
    write: (text) => ask({ kind: 'write', text }),
    begin: (text) => ask({ kind: 'begin', text }),
    commit: () => ask({ kind: 'commit' }),
    kill: (signal) => void child.kill(signal),
  };
}

async function run(url: string): Promise<void> {
  const send = (answer: Answer) => process.send?.(answer);
  const halt = (): void => {
    // What the test knows of it is the exit code.
    if (process.env['DESK_LINGERS'] !== 'true') process.exit(70);
  };
  const ownership = createOwnership({ shard: 0, onLost: halt });
  const database = openPostgres(url, { guard: ownership.guard, idleInTransactionMs: 3_000 });
  const standby = await openStandbyDesk({
    shard: 0,
    store: { url },
    journalAt: { url },
    ownership,
    realtime: { push: () => undefined, isConnected: () => false },
    pushes: { ofAll: () => [] },
    onHalt: halt,
    onTransientError: () => undefined,
  });
  send({ kind: 'follows' });
  const { desk } = await standby.owned;
  const commits: PromiseWithResolvers<void>[] = [];
  const begun: Promise<boolean>[] = [];

  const write = (text: string, until: Promise<void>, onWritten = (): void => undefined): Promise<boolean> =>
    database
      .transaction(async (tx) => {
        await tx.query(text);
        onWritten();
        await until;
      })
      .then(
        () => true,
        () => false,
      );

  async function answerTo(asked: Asked): Promise<unknown> {
    switch (asked.kind) {
      case 'submit': {
        const outcome = await desk.submit(asked.command);
        return ownership.isOurs() ? outcome : 'NOT_OURS';
      }
      case 'read': {
        const seen = await desk.read(readAccount, { site: SITE, player: asked.player });
        return ownership.isOurs() ? seen : undefined;
      }
      case 'write':
        return write(asked.text, Promise.resolve());
      case 'begin': {
        const commit = Promise.withResolvers<void>();
        const written = Promise.withResolvers<void>();
        commits.push(commit);
        begun.push(write(asked.text, commit.promise, written.resolve));
        return written.promise;
      }
      case 'commit':
        commits.shift()?.resolve();
        return begun.shift();
    }
  }

  process.on('message', ({ id, asked }: Message) => {
    void answerTo(asked).then((answer) => send({ kind: 'answer', id, answer }));
  });
  process.on('disconnect', () => process.exit());
  process.on('SIGTERM', () => void desk.stop().then(() => process.exit(0)));
  send({ kind: 'owned' });
}

const { DESK_URL } = process.env;
if (DESK_URL !== undefined) await run(DESK_URL);
