// The queue of the embedded database. It has one connection and several threads use it: a transaction has exclusive
// use of it from beginning to end, and the next one is the one that was requested first, from whichever thread.
import type { EmbeddedReply, EmbeddedRequest } from './embedded-messages.ts';

/** One thread that uses the database. */
export interface EmbeddedClient {
  reply(reply: EmbeddedReply): void;
}

export interface EmbeddedQueue {
  accept(client: EmbeddedClient, request: EmbeddedRequest): void;
  /** The thread has ended: its transaction is rolled back, and its waiting requests are removed. */
  disconnect(client: EmbeddedClient): void;
}

/** The statements of one connection; each is finished before the next one begins. */
export interface EmbeddedConnection {
  query(text: string, parameters: readonly unknown[]): Promise<readonly unknown[]>;
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

type Waiting = Extract<EmbeddedRequest, { readonly kind: 'begin' | 'script' | 'close' }>;

export function createEmbeddedQueue(connection: EmbeddedConnection): EmbeddedQueue {
  let waiting: { readonly client: EmbeddedClient; readonly request: Waiting }[] = [];
  /** The client that is in a transaction, or runs a script. */
  let holder: { readonly client: EmbeddedClient; readonly transaction: number | undefined } | undefined;

  async function answer(
    client: EmbeddedClient,
    id: number,
    work: () => Promise<readonly unknown[]>,
  ): Promise<boolean> {
    try {
      const rows = await work();
      client.reply({ id, ok: true, rows });
      return true;
    } catch (thrown) {
      const { message, code, constraint } = thrown as { message: string; code?: string; constraint?: string };
      client.reply({ id, ok: false, message, code, constraint });
      return false;
    }
  }

  function next(): void {
    if (holder !== undefined) return;
    const first = waiting.shift();
    if (first === undefined) return;
    const { client, request } = first;
    const current = { client, transaction: request.kind === 'begin' ? request.transaction : undefined };
    holder = current;
    void answer(client, request.id, () => run(request)).then((isDone) => {
      if (request.kind !== 'begin' || !isDone) free(current);
    });
  }

  function free(current: typeof holder): void {
    if (holder !== current) return;
    holder = undefined;
    next();
  }

  async function run(request: Waiting): Promise<readonly unknown[]> {
    if (request.kind === 'close') await connection.close();
    else await connection.script(request.kind === 'begin' ? 'begin' : request.text);
    return [];
  }

  function outside(client: EmbeddedClient, id: number): void {
    const message = 'a statement came from outside of the transaction that is open';
    client.reply({ id, ok: false, message, code: '25P01', constraint: undefined });
  }

  return {
    accept(client, request) {
      if (request.kind === 'begin' || request.kind === 'script' || request.kind === 'close') {
        waiting.push({ client, request });
        next();
        return;
      }
      const current = holder;
      if (current?.client !== client || current.transaction !== request.transaction)
        return outside(client, request.id);
      if (request.kind === 'query') {
        void answer(client, request.id, () => connection.query(request.text, request.parameters));
        return;
      }
      const end = async () => {
        await connection.script(request.isDone ? 'commit' : 'rollback');
        return [];
      };
      void answer(client, request.id, end).then((isEnded) => {
        // A commit that failed has rolled back by itself, or the client sends a rollback next.
        if (isEnded || !request.isDone) free(current);
      });
    },
    disconnect(client) {
      waiting = waiting.filter((each) => each.client !== client);
      const current = holder;
      if (current?.client !== client || current.transaction === undefined) return;
      void connection.script('rollback').then(
        () => free(current),
        () => free(current),
      );
    },
  };
}
