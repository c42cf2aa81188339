// The listeners of the fan-out bench, in a process of their own: raw sockets that only count frames, so that the
// measured side stays the server's.
import { connect, type Socket } from 'node:net';

/** Messages from the bench to this process, and its answers. */
export type ToClients =
  | {
      readonly kind: 'open';
      readonly port: number;
      readonly count: number;
      readonly hello: readonly string[];
      readonly until: string;
    }
  | { readonly kind: 'expect'; readonly frames: number }
  | { readonly kind: 'close' };
export type FromClients = { readonly kind: 'opened' | 'done' | 'closed' };

const answer = (kind: FromClients['kind']) => process.send?.({ kind } satisfies FromClients);

let sockets: Socket[] = [];
let counted = 0;
let expected = Number.POSITIVE_INFINITY;

function check() {
  if (counted < expected) return;
  expected = Number.POSITIVE_INFINITY;
  answer('done');
}

function masked(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head =
    bytes.length < 126 ? [0x81, 0x80 | bytes.length] : [0x81, 0xfe, bytes.length >> 8, bytes.length & 255];
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), bytes]);
}

const shared = Buffer.allocUnsafe(256 * 1024);

/** Counts the frames that end in each piece; looks only at their heads and skips the rest. */
function frameCounter(): (bytes: Uint8Array, length: number) => number {
  let skip = 0;
  let head: number[] = [];
  return (bytes, length) => {
    let count = 0;
    for (let at = 0; at < length; ) {
      if (skip > 0) {
        const step = Math.min(skip, length - at);
        skip -= step;
        at += step;
        if (skip === 0) count += 1;
        continue;
      }
      head.push(bytes[at]!);
      at += 1;
      const short = head[1] ?? 0;
      if (head.length === 2 && short < 126) skip = short;
      else if (head.length === 4) skip = head[2]! * 256 + head[3]!;
      else continue;
      head = [];
    }
    return count;
  };
}

/** Resolves when the server's greeting contains `until`. */
function open(port: number, hello: readonly string[], until: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let greeting: string | undefined = '';
    let isUpgraded = false;
    const count = frameCounter();
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: {
        buffer: shared,
        callback: (length, buffer) => {
          if (greeting === undefined) {
            counted += count(buffer, length);
            check();
            return true;
          }
          greeting += Buffer.from(buffer.subarray(0, length)).toString('latin1');
          if (!isUpgraded && greeting.includes('\r\n\r\n')) {
            isUpgraded = true;
            for (const text of hello) socket.write(masked(text));
          }
          if (isUpgraded && greeting.includes(until)) {
            greeting = undefined;
            resolve(socket);
          }
          return true;
        },
      },
    });
    socket.on('error', reject);
    socket.write(
      'GET /ws/websocket HTTP/1.1\r\nhost: bench\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
  });
}

process.on('message', async (message: ToClients) => {
  switch (message.kind) {
    case 'open':
      for (let each = 0; each < message.count; each += 1) {
        sockets.push(await open(message.port, message.hello, message.until));
      }
      answer('opened');
      return;
    case 'expect':
      counted = 0;
      expected = message.frames;
      answer('opened');
      return;
    case 'close':
      for (const socket of sockets) socket.destroy();
      sockets = [];
      answer('closed');
      process.disconnect();
  }
});
