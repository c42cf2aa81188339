// Where each site has its own host name, a connection under another name is refused like a call (HOST_UNKNOWN).
import { request as ask } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ servesHost: ({ host }) => host === 'maru.example' });
});
afterAll(() => world.close());

const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

const places: [string, Asked][] = [
  ['a plain websocket', { method: 'GET', path: '/ws/websocket', headers: handshake }],
  ['a sockjs websocket', { method: 'GET', path: '/ws/000/a/websocket', headers: handshake }],
  ['xhr', { method: 'POST', path: '/ws/000/b/xhr', headers: {} }],
  ['info', { method: 'GET', path: '/ws/info', headers: {} }],
];

function reach({ method, path, headers }: Asked, host: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { port: world.port, host: '127.0.0.1', method, path, headers: { ...headers, host } };
    const request = ask(options, (response) => {
      let body = '';
      response.on('data', (piece: Buffer) => {
        body += piece.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve({ status: 101, body: '' });
    });
    request.on('error', reject);
    request.end();
  });
}

test.each(places)('%s is opened under a name of a site', async (_, asked) => {
  expect((await reach(asked, 'maru.example')).status).toBeLessThan(204);
});

test.each(places)('%s is refused under any other name', async (_, asked) => {
  for (const host of ['evil.test', 'maru.example.evil.test', '127.0.0.1']) {
    const { status, body } = await reach(asked, host);
    expect([status, JSON.parse(body).code]).toEqual([421, 'HOST_UNKNOWN']);
  }
  // Also with an Origin of that same name: an attacker's name may point at this machine (DNS rebinding).
  const rebound = { ...asked, headers: { ...asked.headers, origin: 'http://evil.test' } };
  expect((await reach(rebound, 'evil.test')).status).toBe(421);
});
