// A load over keep-alive connections that costs the machine as little as possible: requests are made before the
// measurement, and of an answer only its first line and its length are read.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { callFor, type Seen } from './callers.ts';

const HEAD_END = Buffer.from('\r\n\r\n');

export interface Load {
  /** `request` makes a caller's next request from the body of its last answer; the first has none. */
  run(durationMs: number, request: (caller: number, last: string | undefined) => string): Promise<Seen>;
  close(): void;
}

export async function openLoad(port: number, callers: number): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: callers }, () => openConnection(port)));
  return {
    run(durationMs, request) {
      const last: string[] = [];
      return callFor(durationMs, callers, async (caller) => {
        const connection = connections[caller];
        if (connection === undefined) throw new Error('a caller has a connection');
        last[caller] = await connection.ask(request(caller, last[caller]));
      });
    },
    close() {
      for (const connection of connections) connection.close();
    },
  };
}

async function openConnection(port: number) {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received = Buffer.alloc(0);
  let answered:
    | { readonly resolve: (body: string) => void; readonly reject: (fault: Error) => void }
    | undefined;
  socket.on('error', (fault) => answered?.reject(fault));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf(HEAD_END);
    if (end === -1) return;
    const head = received.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < end + HEAD_END.length + length) return;
    const body = received.toString('utf8', end + HEAD_END.length);
    received = Buffer.alloc(0);
    if (head.startsWith('HTTP/1.1 200')) answered?.resolve(body);
    else answered?.reject(new Error(`${head.slice(0, 40)} ${body}`));
  });
  return {
    ask: (text: string) =>
      new Promise<string>((resolve, reject) => {
        answered = { resolve, reject };
        socket.write(text);
      }),
    close: () => socket.destroy(),
  };
}
