// The live connection of a member: the app's own, over a socket that names the member's address, with a log of what it
// hands over.
import { createRealtime } from '@maru/client/realtime';
import { browserTimers } from '@maru/client/timers';
import { type PlayerQueue, playerQueues, WEBSOCKET_PATH } from '@maru/contract/realtime';
import type { IStompSocket } from '@stomp/stompjs';
import { WebSocket } from 'ws';
import { type Down, nowMs, type Received } from './drill-log.ts';
import type { Member } from './drill-member.ts';

export interface DrillSocket {
  readonly received: readonly Received[];
  readonly downs: readonly Down[];
  connectedAt(): number | undefined;
  close(): void;
}

const QUEUES = Object.keys(playerQueues) as PlayerQueue[];

export function openDrillSocket(
  origin: string,
  member: Member,
  { random, onPrices }: { readonly random: () => number; readonly onPrices?: (() => void) | undefined },
): DrillSocket {
  const received: Received[] = [];
  const downs: Down[] = [];
  let connectedAt: number | undefined;
  const realtime = createRealtime({
    async openSocket() {
      const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${WEBSOCKET_PATH}`, {
        headers: { 'x-forwarded-for': member.address },
      });
      // What went wrong comes as a close, too, and nobody else listens before that.
      socket.on('error', () => undefined);
      return socket as unknown as IStompSocket;
    },
    tokens: {
      accessToken: async () => member.token(),
      async renew() {
        await member.signIn();
        return member.token();
      },
    },
    timers: browserTimers,
    random,
  });

  for (const queue of QUEUES)
    realtime.followQueue(queue, {
      onPush(push) {
        const { type, seq, data } = push as { type: string; seq?: number; data: unknown };
        received.push({ at: nowMs(), queue, push: { seq, type, text: JSON.stringify(data) } });
      },
      onResync() {
        received.push({ at: nowMs(), queue, push: 'RESYNC' });
      },
    });

  if (onPrices !== undefined) realtime.followTopic('futuresPrices', onPrices);
  const stopWatching = realtime.connection.watch(() => {
    const isUp = realtime.connection.get().kind === 'connected';
    const last = downs.at(-1);
    if (isUp) {
      connectedAt ??= nowMs();
      if (last !== undefined) last.until ??= nowMs();
    } else if (connectedAt !== undefined && (last === undefined || last.until !== undefined)) {
      downs.push({ from: nowMs(), until: undefined });
    }
  });
  realtime.open();

  return {
    received,
    downs,
    connectedAt: () => connectedAt,
    close() {
      stopWatching();
      realtime.close();
    },
  };
}
