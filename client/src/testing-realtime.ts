// A server whose door can be opened and shut, for the tests of the live connection; every knock leaves a socket to
// look at.
import { handWound } from './hand-wound.ts';
import { createRealtime } from './realtime.ts';
import type { Transport } from './sockets.ts';
import { type StompDouble, stompDouble } from './stomp-double.ts';

export type Door = 'open' | 'shut' | 'silent';

export function world({ door = 'open' }: { door?: Door | ((transport: Transport) => Door) } = {}) {
  const timers = handWound();
  const sockets: StompDouble[] = [];
  const knocks: Transport[] = [];
  const renewed: string[] = [];
  const house = { door };
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
      knocks.push(transport);
      const now = typeof house.door === 'function' ? house.door(transport) : house.door;
      const socket = stompDouble({ answersPing: now === 'open' });
      sockets.push(socket);
      timers.after(1, () => (now === 'shut' ? socket.cut() : socket.accept()));
      return socket;
    },
  });
  return { realtime, timers, sockets, knocks, renewed, house, last: () => sockets.at(-1) as StompDouble };
}

export const connected = { kind: 'connected' };
export const subscribesTo = (socket: StompDouble, destination: string) =>
  socket.heard.filter((each) => each.command === 'SUBSCRIBE' && each.headers['destination'] === destination);
