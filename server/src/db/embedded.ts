// The embedded database as a `Database`. It runs in a worker of its own, which runs one transaction after the other;
// a second thread gets a port to it and is one more client.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { type Database, DatabaseFault, type Parameter, type Tx } from './database.ts';
import type {
  EmbeddedIntroduction,
  EmbeddedReply,
  EmbeddedRequest,
  EmbeddedStart,
} from './embedded-messages.ts';

export interface EmbeddedDatabase extends Database {
  script(text: string): Promise<void>;
  /** A port for another thread, which opens it with `connectEmbedded`. */
  connect(): MessagePort;
}

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (fault: Error) => void;
}

type Asking = EmbeddedRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never;

/** The part of WebAssembly that is used here; Node has it, its types do not. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

const PROGRAM = createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm');
let program: Promise<object> | undefined;

/** Compiled once in a process, however many databases it opens: their threads share the code. */
function loadProgram(): Promise<object> {
  program ??= readFile(PROGRAM).then((bytes) => WebAssembly.compile(bytes));
  return program;
}

export interface BegunEmbedded {
  readonly opened: Promise<EmbeddedDatabase>;
}

/**
 * `folder` is a directory of its own, or `memory://` for tests. The caller has to lock the directory. Resolves when
 * the thread runs: from then on it opens the database by itself, also while this thread is busy.
 */
export async function beginEmbedded(folder: string): Promise<BegunEmbedded> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData: { folder, program: await loadProgram() } satisfies EmbeddedStart,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const client = createClient(worker);
  worker.on('error', (fault) => client.breakDown(fault as Error));
  worker.on('exit', () => client.breakDown(stopped()));
  const database: EmbeddedDatabase = {
    kind: 'embedded',
    transaction: client.transaction,
    vacuum: client.vacuum,
    script: client.script,
    connect() {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage({ kind: 'connect', port: port1 } satisfies EmbeddedIntroduction, [port1]);
      return port2;
    },
    async close() {
      if (!client.isBroken()) await client.ask({ kind: 'close' });
      client.breakDown(new DatabaseFault('the embedded database is closed', '57P01', undefined));
      await worker.terminate();
    },
  };
  const opened = client.ready.then(() => database);
  // It may fail before it is awaited: that must not be an unhandled rejection.
  opened.catch(() => undefined);
  return { opened };
}

export const openEmbedded = async (folder: string): Promise<EmbeddedDatabase> =>
  (await beginEmbedded(folder)).opened;

/** The other end of `connect`, in the thread that received the port. Closing it leaves the database open for others. */
export function connectEmbedded(port: MessagePort): Database {
  const client = createClient(port);
  port.on('close', () => client.breakDown(stopped()));
  return {
    kind: 'embedded',
    transaction: client.transaction,
    vacuum: client.vacuum,
    async close() {
      port.close();
    },
  };
}

const stopped = () => new DatabaseFault('the embedded database has stopped', '57P01', undefined);

function createClient(port: Pick<Worker | MessagePort, 'postMessage'> & Receiving) {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let transactions = 0;
  let broken: Error | undefined;

  const ready = new Promise<readonly unknown[]>((resolve, reject) => waiting.set(0, { resolve, reject }));
  // A client that is not awaited may fail before it was ready.
  ready.catch(() => undefined);
  port.on('message', (reply: EmbeddedReply) => {
    const asker = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.ok) asker?.resolve(reply.rows);
    else asker?.reject(new DatabaseFault(reply.message, reply.code, reply.constraint));
  });

  function breakDown(fault: Error): void {
    broken ??= fault;
    for (const each of waiting.values()) each.reject(fault);
    waiting.clear();
  }

  function ask(request: Asking): Promise<readonly unknown[]> {
    if (broken) return Promise.reject(broken);
    asked += 1;
    const id = asked;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      port.postMessage({ ...request, id });
    });
  }

  async function transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    transactions += 1;
    const own = transactions;
    const tx: Tx = {
      inTransaction: true,
      query: <Row>(text: string, parameters: readonly Parameter[] = []) =>
        ask({ kind: 'query', transaction: own, text, parameters: parameters.map(plain) }) as Promise<
          readonly Row[]
        >,
    };
    await ask({ kind: 'begin', transaction: own });
    try {
      const result = await work(tx);
      await ask({ kind: 'end', transaction: own, isDone: true });
      return result;
    } catch (fault) {
      if (!broken) await ask({ kind: 'end', transaction: own, isDone: false });
      throw fault;
    }
  }

  const script = async (text: string): Promise<void> => void (await ask({ kind: 'script', text }));
  const vacuum = (table: string): Promise<void> => script(`vacuum ${table}`);
  return { ready, ask, transaction, script, vacuum, breakDown, isBroken: () => broken !== undefined };
}

interface Receiving {
  on(event: 'message', listen: (reply: EmbeddedReply) => void): unknown;
}

/** Structured cloning supports bigints, but the driver reads numbers of the `numeric` type as text. */
function plain(parameter: Parameter): unknown {
  if (typeof parameter === 'bigint') return parameter.toString();
  if (Array.isArray(parameter))
    return parameter.map((each) => (typeof each === 'bigint' ? each.toString() : each));
  return parameter;
}
