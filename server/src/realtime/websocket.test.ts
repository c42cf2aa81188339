// docs/reliability.md 6.13 on WebSockets: invalid text and invalid frames.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** A WebSocket whose frames the test writes bit by bit; resolves with the close code that comes back. */
function closeCodeOf(path: string, write: (socket: Socket) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.port, '127.0.0.1');
    const key = randomBytes(16).toString('base64');
    let bytes = Buffer.alloc(0);
    let isOpen = false;
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    );
    socket.on('data', (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      const head = bytes.indexOf('\r\n\r\n');
      if (!isOpen && head >= 0) {
        isOpen = true;
        bytes = bytes.subarray(head + 4);
        write(socket);
      }
      const code = isOpen ? closeCodeIn(bytes) : undefined;
      if (code === undefined) return;
      resolve(code);
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => reject(new Error('closed without a close frame')));
  });
}

/** Skips a server's frames up to its close frame. */
function closeCodeIn(bytes: Buffer): number | undefined {
  for (let at = 0; at + 4 <= bytes.length; ) {
    if (bytes[at] === 0x88) return bytes.readUInt16BE(at + 2);
    const short = bytes[at + 1]!;
    at += short === 126 ? 4 + bytes.readUInt16BE(at + 2) : 2 + short;
  }
  return undefined;
}

/** A client's frame with a mask of zeros, so that the payload can be read in the test. */
function frame(head: number, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload);
  const length =
    bytes.length < 126
      ? [0x80 | bytes.length]
      : bytes.length < 65_536
        ? [0xfe, bytes.length >> 8, bytes.length & 255]
        : [0xff, 0, 0, 0, 0, 0, 1, (bytes.length >> 8) & 255, bytes.length & 255];
  return Buffer.concat([Buffer.from([head, ...length, 0, 0, 0, 0]), bytes]);
}

describe.each([
  ['plain', '/ws/websocket'],
  ['sockjs', '/ws/000/abc/websocket'],
])('%s', (_, path) => {
  test.each([
    ['a binary frame', (socket: Socket) => socket.write(frame(0x82, 'x')), 1007],
    ['a frame of 65 KB', (socket: Socket) => socket.write(frame(0x81, 'x'.repeat(66_560))), 1009],
    ['bad UTF-8', (socket: Socket) => socket.write(frame(0x81, Buffer.from([0xc3, 0x28]))), 1007],
    ['no mask', (socket: Socket) => socket.write(Buffer.from([0x81, 0x01, 0x78])), 1002],
    ['reserved bits', (socket: Socket) => socket.write(frame(0xc1, 'x')), 1002],
    ['an unknown opcode', (socket: Socket) => socket.write(frame(0x83, 'x')), 1002],
    ['a continuation of nothing', (socket: Socket) => socket.write(frame(0x80, 'x')), 1002],
    [
      'ten thousand fragments',
      (socket: Socket) => {
        socket.write(frame(0x01, ' '));
        for (let each = 0; each < 10_000 && socket.writable; each += 1) socket.write(frame(0x00, ' '));
      },
      1008,
    ],
  ] as [string, (socket: Socket) => void, number][])(
    '%s closes with its code',
    async (_name, write, code) => {
      expect(await closeCodeOf(path, write)).toBe(code);
    },
  );
});

test.each([
  ['text that is no JSON', 'x', 1007],
  ['no array', '{"a":1}', 1007],
  ['an array of other things', '[1]', 1008],
])('sockjs: %s closes', async (_, text, code) => {
  expect(await closeCodeOf('/ws/000/abc/websocket', (socket) => socket.write(frame(0x81, text)))).toBe(code);
});

test('a flood of transport pings closes the connection', async () => {
  const flood = (socket: Socket) => {
    for (let each = 0; each < 200; each += 1) socket.write(frame(0x89, ''));
  };
  expect(await closeCodeOf('/ws/websocket', flood)).toBe(1008);
});
