// The usual client libraries, as published, over every transport we serve.
import { tickTopic } from '@maru/contract/realtime';
import { playerId } from '@maru/engine/purse';
import { Client, type IMessage } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ limits: { socketsPerPlayer: 100 } });
});
afterAll(() => world.close());

const transports = ['plain', 'websocket', 'xhr-streaming', 'xhr-polling'] as const;

function client(transport: (typeof transports)[number], token: string): Client {
  return new Client({
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: 0,
    webSocketFactory: () =>
      transport === 'plain'
        ? new WebSocket(`ws://127.0.0.1:${world.port}/ws/websocket`, ['v12.stomp'])
        : new SockJS(`http://127.0.0.1:${world.port}/ws`, null, { transports: transport }),
  });
}

const connected = (stomp: Client) =>
  new Promise<void>((resolve, reject) => {
    stomp.onConnect = () => resolve();
    stomp.onStompError = (frame) => reject(new Error(frame.headers['message']));
    stomp.activate();
  });

/** Subscribes and gathers bodies; `reached` resolves when that many have arrived. */
function listen(stomp: Client, destination: string) {
  const bodies: unknown[] = [];
  let wake = () => {};
  stomp.subscribe(destination, (message: IMessage) => {
    bodies.push(JSON.parse(message.body));
    wake();
  });
  return {
    bodies,
    async reached(count: number) {
      while (bodies.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

const acknowledged = (stomp: Client) =>
  new Promise<void>((resolve) => {
    stomp.watchForReceipt('all-subscribed', () => resolve());
    stomp.unsubscribe('none', { receipt: 'all-subscribed' });
  });

describe.each(transports)('over %s', (transport) => {
  test('a player receives ticks in order, its own pushes, pongs, and no pushes of others', async () => {
    const stomp = client(transport, 'token-7');
    await connected(stomp);
    const ticks = listen(stomp, tickTopic('BTCUSDT'));
    const points = listen(stomp, '/user/queue/point');
    const messages = listen(stomp, '/queue/message');
    const pongs = listen(stomp, '/user/queue/pong');
    await acknowledged(stomp);

    for (let tick = 1; tick <= 500; tick += 1) {
      world.realtime.publish(tickTopic('BTCUSDT'), JSON.stringify({ tick, name: '비트코인' }));
    }
    world.realtime.push(playerId(8), 'point', { type: 'POINT', seq: 1, at: 0, data: 'not yours' });
    world.realtime.push(playerId(8), 'message', { type: 'MESSAGE', seq: 2, at: 0, data: 'not yours' });
    world.realtime.push(playerId(7), 'point', { type: 'POINT', seq: 1, at: 0, data: { point: '10' } });
    world.realtime.push(playerId(7), 'message', { type: 'MESSAGE', seq: 2, at: 0, data: null });
    stomp.publish({ destination: '/ping' });
    await Promise.all([ticks.reached(500), points.reached(1), messages.reached(1), pongs.reached(1)]);

    expect(ticks.bodies).toEqual(
      Array.from({ length: 500 }, (_, each) => ({ tick: each + 1, name: '비트코인' })),
    );
    expect(points.bodies).toEqual([{ type: 'POINT', seq: 1, at: 0, data: { point: '10' } }]);
    expect(messages.bodies).toEqual([{ type: 'MESSAGE', seq: 2, at: 0, data: null }]);
    expect(pongs.bodies).toMatchObject([{ type: 'PONG' }]);
    await stomp.deactivate();
  });

  test('a signed-out player gets FORCE_LOGOUT and is closed with 4401', async () => {
    const stomp = client(transport, 'token-9');
    await connected(stomp);
    const told = listen(stomp, '/user/queue/force_logout');
    await acknowledged(stomp);
    const closed = new Promise<number>((resolve) => {
      stomp.onWebSocketClose = (event: { code: number }) => resolve(event.code);
    });
    world.ended.add(9);
    world.realtime.recheck(playerId(9));
    world.ended.delete(9);
    await told.reached(1);
    expect(told.bodies).toMatchObject([{ type: 'FORCE_LOGOUT' }]);
    expect(await closed).toBe(4401);
    await stomp.deactivate();
  });
});

test('an unknown token is refused over every transport', async () => {
  for (const transport of transports) {
    const stomp = client(transport, 'stolen');
    await expect(connected(stomp)).rejects.toThrow('Please sign in.');
    await stomp.deactivate();
  }
});
