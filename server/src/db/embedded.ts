// The embedded database as a `Database`: requests go to the worker one at a time, a transaction has it to itself.
import { Worker } from 'node:worker_threads';
import { type Database, DatabaseFault, type Parameter, type Tx } from './database.ts';

export type EmbeddedRequest =
  | {
      readonly id: number;
      readonly kind: 'query';
      readonly text: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly id: number; readonly kind: 'script'; readonly text: string }
  | { readonly id: number; readonly kind: 'close' };

export type EmbeddedReply =
  | { readonly id: number; readonly ok: true; readonly rows: readonly unknown[] }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      readonly code: string | undefined;
      readonly constraint: string | undefined;
    };

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (fault: Error) => void;
}

type Asking = EmbeddedRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never;

/** `folder` is a directory of its own, or `memory://` for tests. Locking the directory is the caller's business. */
export async function openEmbedded(
  folder: string,
): Promise<Database & { script(text: string): Promise<void> }> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { folder } });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let broken: Error | undefined;

  function breakDown(fault: Error): void {
    broken ??= fault;
    for (const each of waiting.values()) each.reject(fault);
    waiting.clear();
  }

  const ready = new Promise<readonly unknown[]>((resolve, reject) => waiting.set(0, { resolve, reject }));
  worker.on('message', (reply: EmbeddedReply) => {
    const asker = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.ok) asker?.resolve(reply.rows);
    else asker?.reject(new DatabaseFault(reply.message, reply.code, reply.constraint));
  });
  worker.on('error', (fault) => breakDown(fault as Error));
  worker.on('exit', () =>
    breakDown(new DatabaseFault('the embedded database has stopped', '57P01', undefined)),
  );

  function ask(request: Asking): Promise<readonly unknown[]> {
    if (broken) return Promise.reject(broken);
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...request, id });
    });
  }

  let last: Promise<unknown> = Promise.resolve();
  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  }

  const tx: Tx = {
    inTransaction: true,
    query: <Row>(text: string, parameters: readonly Parameter[] = []) =>
      ask({ kind: 'query', text, parameters: parameters.map(plain) }) as Promise<readonly Row[]>,
  };

  await ready;
  return {
    kind: 'embedded',
    transaction: (work) =>
      alone(async () => {
        await ask({ kind: 'script', text: 'begin' });
        try {
          const result = await work(tx);
          await ask({ kind: 'script', text: 'commit' });
          return result;
        } catch (fault) {
          if (!broken) await ask({ kind: 'script', text: 'rollback' });
          throw fault;
        }
      }),
    script: (text) => alone(async () => void (await ask({ kind: 'script', text }))),
    close: () =>
      alone(async () => {
        if (!broken) await ask({ kind: 'close' });
        broken = new DatabaseFault('the embedded database is closed', '57P01', undefined);
        await worker.terminate();
      }),
  };
}

/** Structured cloning carries bigints, but the driver reads numbers of the `numeric` type as text. */
function plain(parameter: Parameter): unknown {
  if (typeof parameter === 'bigint') return parameter.toString();
  if (Array.isArray(parameter))
    return parameter.map((each) => (typeof each === 'bigint' ? each.toString() : each));
  return parameter;
}
