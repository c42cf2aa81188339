// Many live connections that follow the prices of one instrument, in a process of their own: raw sockets that only count
// messages. Each has an address of its own, as behind a proxy.
import { connect, type Socket } from 'node:net';

export type ToSockets =
  | {
      readonly kind: 'open';
      readonly ports: readonly number[];
      readonly each: number;
      readonly topic: string;
    }
  | { readonly kind: 'count' }
  | { readonly kind: 'close' };
export type FromSockets =
  | { readonly kind: 'opened'; readonly sockets: number }
  | { readonly kind: 'counted'; readonly messages: number };

const MESSAGE = Buffer.from('MESSAGE\n');
const AT_ONCE = 64;
const shared = Buffer.allocUnsafe(256 * 1_024);
const sockets: Socket[] = [];
let messages = 0;

function masked(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head =
    bytes.length < 126 ? [0x81, 0x80 | bytes.length] : [0x81, 0xfe, bytes.length >> 8, bytes.length & 255];
  // A mask of zeros leaves the payload as it is.
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), bytes]);
}

/** A message whose head falls between two pieces is not counted, on either side of the comparison. */
function countIn(bytes: Buffer): void {
  for (let at = bytes.indexOf(MESSAGE); at !== -1; at = bytes.indexOf(MESSAGE, at + MESSAGE.length))
    messages += 1;
}

function open(port: number, nth: number, topic: string): Promise<void> {
  const hello = [
    'CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0',
    `SUBSCRIBE\nid:sub-0\ndestination:${topic}\nreceipt:ready\n\n\0`,
  ];
  return new Promise((resolve, reject) => {
    let greeting: string | undefined = '';
    let isUpgraded = false;
    const socket = connect({
      ...{ port, host: '127.0.0.1' },
      onread: {
        buffer: shared,
        callback(length, buffer) {
          const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length);
          if (greeting === undefined) {
            countIn(bytes);
            return true;
          }
          greeting += bytes.toString('latin1');
          if (!isUpgraded && greeting.includes('\r\n\r\n')) {
            isUpgraded = true;
            for (const text of hello) socket.write(masked(text));
          }
          if (isUpgraded && greeting.includes('receipt-id:ready')) {
            greeting = undefined;
            resolve();
          }
          return true;
        },
      },
    });
    sockets.push(socket);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`closed: ${greeting}`)));
    socket.write(
      `GET /ws/websocket HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: 10.8.${nth >> 8}.${nth & 255}\r\n` +
        'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
  });
}

async function openAll(ports: readonly number[], each: number, topic: string): Promise<void> {
  const wanted = ports.flatMap((port) => Array.from({ length: each }, () => port));
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let nth = next++; nth < wanted.length; nth = next++) await open(wanted[nth]!, nth, topic);
    }),
  );
}

const answer = (message: FromSockets) => process.send?.(message);

process.on('message', async (message: ToSockets) => {
  switch (message.kind) {
    case 'open':
      await openAll(message.ports, message.each, message.topic);
      answer({ kind: 'opened', sockets: sockets.length });
      break;
    case 'count':
      answer({ kind: 'counted', messages });
      break;
    case 'close':
      for (const socket of sockets) socket.destroy();
      process.disconnect();
  }
});
