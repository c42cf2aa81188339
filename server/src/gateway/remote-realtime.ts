// Realtime as a desk process has it: connections are at the gateways, who tell whose they are. Here it is known who is
// connected, and what a gateway must be told.
import type { Push } from '@maru/contract/realtime';
import { type PlayerId, playerId } from '@maru/engine/purse';
import type { Principal } from '../http/serve.ts';
import type { Missed, MissedSince } from '../realtime/queues.ts';
import type { Realtime, RealtimeOptions } from '../realtime/realtime.ts';
import type { DeskEnd } from './desk-end.ts';
import type { Present, ProcessName, Question, Told } from './messages.ts';

export type RemoteRealtime = Pick<
  Realtime,
  'publish' | 'push' | 'recheck' | 'players' | 'connected' | 'onPresence' | 'isConnected' | 'stats'
> & {
  answer(question: Exclude<Question, { readonly name: 'about' }>, gateway: ProcessName): Promise<unknown>;
  told(told: Told, gateway: ProcessName): void;
  lost(gateway: ProcessName): void;
};

export interface RemoteRealtimeOptions extends Pick<RealtimeOptions, 'authenticate' | 'stillValid'> {
  readonly missedSince: MissedSince;
  /** The newest sequence number of each of these players that is in the tables, once all that is durable is there. */
  readonly reached: (players: readonly PlayerId[]) => Promise<ReadonlyMap<PlayerId, number>>;
  readonly end: Pick<DeskEnd, 'push' | 'pushAll'>;
}

interface Connection {
  readonly gateway: ProcessName;
  readonly id: number;
  readonly principal: Principal;
  followsTicks: boolean;
}

export function createRemoteRealtime(options: RemoteRealtimeOptions): RemoteRealtime {
  const { end, authenticate, stillValid, missedSince } = options;
  const byGateway = new Map<ProcessName, Map<number, Connection>>();
  const byPlayer = new Map<PlayerId, Set<Connection>>();
  const listeners = new Set<(player: PlayerId, isConnected: boolean) => void>();
  let count = 0;

  const connectionsOf = (gateway: ProcessName): Map<number, Connection> => {
    const known = byGateway.get(gateway) ?? new Map<number, Connection>();
    byGateway.set(gateway, known);
    return known;
  };

  function enter(connection: Connection): void {
    const ofGateway = connectionsOf(connection.gateway);
    if (ofGateway.has(connection.id)) return;
    ofGateway.set(connection.id, connection);
    const { player } = connection.principal;
    const ofPlayer = byPlayer.get(player) ?? new Set();
    byPlayer.set(player, ofPlayer.add(connection));
    count += 1;
    if (ofPlayer.size === 1) for (const listen of listeners) listen(player, true);
  }

  function leave(gateway: ProcessName, id: number): void {
    const ofGateway = byGateway.get(gateway);
    const connection = ofGateway?.get(id);
    if (ofGateway === undefined || connection === undefined) return;
    ofGateway.delete(id);
    count -= 1;
    const { player } = connection.principal;
    const ofPlayer = byPlayer.get(player);
    ofPlayer?.delete(connection);
    if (ofPlayer === undefined || ofPlayer.size > 0) return;
    byPlayer.delete(player);
    for (const listen of listeners) listen(player, false);
  }

  function lost(gateway: ProcessName): void {
    for (const id of [...(byGateway.get(gateway)?.keys() ?? [])]) leave(gateway, id);
    byGateway.delete(gateway);
  }

  async function present(gateway: ProcessName, connections: readonly Present[]) {
    const here = new Set(connections.map(({ connection }) => connection));
    for (const id of [...connectionsOf(gateway).keys()]) if (!here.has(id)) leave(gateway, id);
    const ended: number[] = [];
    const players = new Set<PlayerId>();
    for (const { connection: id, principal: claimed, followsTicks } of connections) {
      const principal = claimed as Principal;
      if (!stillValid(principal)) {
        ended.push(id);
        leave(gateway, id);
        continue;
      }
      enter({ gateway, id, principal, followsTicks });
      players.add(principal.player);
    }
    // Those who are listed are pushed to from now on, so whatever comes after this number reaches them.
    const reached = await options.reached([...players]);
    return { ended, reached: Object.fromEntries(reached) };
  }

  return {
    publish(topic, body, site) {
      end.pushAll({ name: 'topic', topic, body, ...(site === undefined ? {} : { site }) });
    },
    push(player, queue, push: Push) {
      const told = new Set<ProcessName>();
      for (const { gateway } of byPlayer.get(player) ?? []) {
        if (told.has(gateway)) continue;
        told.add(gateway);
        end.push(gateway, { name: 'push', player, queue, push });
      }
    },
    recheck(player, knows = () => false) {
      for (const { gateway, id, principal } of [...(byPlayer.get(player) ?? [])]) {
        if (stillValid(principal)) continue;
        end.push(gateway, { name: 'end', connection: id, knows: knows(principal) });
        leave(gateway, id);
      }
    },
    *players() {
      for (const [player, connections] of byPlayer) for (const _ of connections) yield player;
    },
    *connected() {
      for (const connections of byPlayer.values())
        for (const { principal, followsTicks } of connections) yield { principal, followsTicks };
    },
    onPresence(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    isConnected: (player) => byPlayer.has(player),
    stats: () => ({
      ...{ sessions: count, players: byPlayer.size, subscriptions: 0, backlogBytes: 0 },
      ...{ sockets: count, addresses: 0 },
    }),

    async answer(question, gateway) {
      switch (question.name) {
        case 'enter': {
          const { connection: id, token, address } = question;
          const principal = await authenticate(token, { address, agent: '', host: '' });
          if (principal === undefined || !stillValid(principal)) return null;
          enter({ gateway, id, principal, followsTicks: false });
          return principal;
        }
        case 'missed':
          return missedSince({
            player: playerId(question.player),
            queue: question.queue as Missed['queue'],
            since: question.since,
          });
        case 'present':
          return present(gateway, question.connections);
      }
    },
    told(told, gateway) {
      if (told.name === 'left') leave(gateway, told.connection);
      else if (told.name === 'ticks') {
        const connection = byGateway.get(gateway)?.get(told.connection);
        if (connection !== undefined) connection.followsTicks = told.follows;
      }
    },
    lost,
  };
}
