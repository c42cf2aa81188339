// How the platform is reached: over a socket of its own, or through gateways.
import type { AddressInfo } from 'node:net';
import type { PlayerId } from '@maru/engine/purse';
import type { FastifyInstance } from 'fastify';
import type { Carrier } from './bus/carrier.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { RemoteDesk } from './desk/remote-desk.ts';
import { createDeskEnd } from './gateway/desk-end.ts';
import { route } from './gateway/made-request.ts';
import type { About, ProcessName } from './gateway/messages.ts';
import { createRemoteRealtime } from './gateway/remote-realtime.ts';
import { clientAddress } from './http/client-address.ts';
import { hostName } from './http/headers.ts';
import type { Route } from './http/serve.ts';
import type { Log } from './log/log.ts';
import { clock, every, steadyMs } from './process-time.ts';
import { createRealtime, type Realtime, type RealtimeOptions } from './realtime/realtime.ts';
import { hostsOf, type Sites } from './site/sites.ts';

export type FrontRealtime = Pick<
  Realtime,
  'publish' | 'push' | 'recheck' | 'players' | 'connected' | 'onPresence' | 'isConnected' | 'stats'
>;

export interface Front {
  readonly realtime: FrontRealtime;
  readonly topics: Pick<Realtime, 'publishLatest' | 'listStocks'>;
  mount(app: FastifyInstance): void;
  /** From now on calls are answered. Returns the address, if there is one. */
  listen(app: FastifyInstance): Promise<string>;
  /** Nothing new is taken from now on; resolves when what was taken is answered. */
  leave(): Promise<void>;
  close(): Promise<void> | void;
}

/** The line to the gateways, and which process this is on it. */
export interface GatewayLine {
  readonly carrier: Carrier;
  readonly process: ProcessName;
  readonly shard: number;
  /** Whether nobody else can own the shard. */
  readonly isOurs: () => boolean;
  readonly epoch: () => number;
  /** Only where the feed is in this process, too. */
  readonly prices?: Front['topics'];
}

interface FrontOptions extends Pick<RealtimeOptions, 'authenticate' | 'stillValid' | 'missedSince'> {
  readonly desk: () => RemoteDesk;
  readonly database: Database;
  readonly sites: () => Sites;
  readonly routes: () => readonly Route[];
}

interface Around {
  readonly config: Config;
  readonly line?: GatewayLine;
  readonly log: Log;
}

/** What is asked by `options` is there when the first call comes, and not yet now. */
export const openFront = (around: Around, options: FrontOptions): Front =>
  around.line === undefined
    ? openOwnFront(around, options)
    : openGatewayFront({ ...around, ...around.line }, options);

function openOwnFront({ config, log }: Around, { sites, ...checks }: FrontOptions): Front {
  const realtime = createRealtime({
    ...checks,
    allowedOrigins: config.allowedOrigins,
    siteOf: ({ host }) => sites().byHost(hostName(host)),
    guestSiteOf: ({ host }) => sites().siteOf(hostName(host)),
    servesHost: ({ host }) => sites().servesHost(hostName(host)),
    addressOf: (request) => clientAddress(request, config.trustedProxyHops),
    onFault: (fault) => log.warn('realtime connection failed', { error: fault }),
  });
  return {
    realtime,
    topics: realtime,
    mount: (app) => realtime.mount(app),
    async listen(app) {
      await app.listen({ host: config.host, port: config.port });
      const { port } = app.server.address() as AddressInfo;
      return `http://${config.host}:${port}`;
    },
    leave: async () => undefined,
    close: () => realtime.close(),
  };
}

/** The leader of the feed tells the gateways prices, and they list the instruments themselves. */
const NO_PRICES: Front['topics'] = { publishLatest: () => undefined, listStocks: () => undefined };

/** What is under way at the end is given as long. */
const LEAVE_WITHIN_MS = 5_000;

function openGatewayFront(
  { carrier, process, shard, isOurs, epoch, prices = NO_PRICES, log }: Pick<Around, 'log'> & GatewayLine,
  { desk, database, routes, sites, ...checks }: FrontOptions,
): Front {
  const onFault = (fault: unknown) => log.warn('message of a gateway failed', { error: fault });
  const end = createDeskEnd({
    ...{ carrier, process, shard, isOurs, epoch, clock, steadyMs, every, onFault },
    soon: setImmediate,
  });
  const realtime = createRemoteRealtime({
    ...checks,
    end,
    reached: async (players) =>
      (await desk().drained()) ? readReached(database, players) : new Map<PlayerId, number>(),
  });
  return {
    realtime,
    topics: prices,
    mount: () => undefined,
    async listen(app) {
      sites().onChange(() => end.changeAbout());
      end.serve({
        route: (call, answered) => route(app.routing, call, answered),
        answer: async (question, gateway) =>
          question.name === 'about'
            ? aboutOf(end.aboutVersion(), sites(), routes())
            : realtime.answer(question, gateway),
        told: realtime.told,
        lost: realtime.lost,
      });
      return '';
    },
    leave: () => end.leave(LEAVE_WITHIN_MS),
    close: () => end.close(),
  };
}

const aboutOf = (version: number, sites: Sites, routes: readonly Route[]): About => ({
  version,
  sites: sites.all().map((site) => ({ id: site.id, hosts: hostsOf(site), language: site.language })),
  writes: routes.flatMap(({ call }) => (call.method === 'GET' && call.writes === true ? call.path : [])),
  keyed: routes.flatMap(({ call }) => (call.method === 'POST' && call.money === true ? call.path : [])),
});

async function readReached(
  database: Database,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, number>> {
  const rows = await database.transaction((tx) =>
    tx.query<{ readonly player: PlayerId; readonly seq: number }>(
      'select player_id as player, seq from account where player_id = any($1::bigint[])',
      [players],
    ),
  );
  return new Map(rows.map(({ player, seq }) => [player, seq]));
}
