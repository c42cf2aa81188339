// A live connection to a fake server that can become unreachable, for tests; every attempt leaves a socket to inspect.
import { type FakeStompSocket, fakeStompSocket } from './fake-stomp-socket.ts';
import { manualTimers } from './manual-timers.ts';
import { createRealtime } from './realtime.ts';
import type { Transport } from './sockets.ts';

/** `silent` accepts connections and answers no ping. */
export type ServerState = 'reachable' | 'unreachable' | 'silent';

export function openRealtime({
  state = 'reachable',
}: {
  state?: ServerState | ((transport: Transport) => ServerState);
} = {}) {
  const timers = manualTimers();
  const sockets: FakeStompSocket[] = [];
  const attempts: Transport[] = [];
  const renewed: string[] = [];
  const server = { state };
  let token: string | undefined = 'token-1';
  const realtime = createRealtime({
    timers,
    random: () => 0,
    tokens: {
      accessToken: async () => token,
      renew: async (refused) => {
        renewed.push(refused);
        token = 'token-2';
        return token;
      },
    },
    openSocket: async (transport) => {
      attempts.push(transport);
      const now = typeof server.state === 'function' ? server.state(transport) : server.state;
      const socket = fakeStompSocket({ answersPing: now === 'reachable' });
      sockets.push(socket);
      timers.after(1, () => (now === 'unreachable' ? socket.cut() : socket.accept()));
      return socket;
    },
  });
  const last = () => sockets.at(-1) as FakeStompSocket;
  return { realtime, timers, sockets, attempts, renewed, server, last };
}

export const connected = { kind: 'connected' };
export const subscribesTo = (socket: FakeStompSocket, destination: string) =>
  socket.frames.filter((each) => each.command === 'SUBSCRIBE' && each.headers['destination'] === destination);
