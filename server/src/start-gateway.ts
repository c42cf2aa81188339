// A gateway: ends the connections of browsers, serves the files of the app, and passes every call on to the owner of its
// shard. It keeps nothing, so any number of them may run, and any of them may end.
import type { AddressInfo } from 'node:net';
import { MOST_FILE_BYTES } from '@maru/contract/file/calls';
import { FEED_TICKS_PATH, SECOND_TICKS_PATH } from '@maru/contract/market';
import { siteId } from '@maru/engine/purse';
import type { FastifyRequest } from 'fastify';
import type { Carrier } from './bus/carrier.ts';
import type { Config } from './config.ts';
import { instruments } from './feed/instruments.ts';
import { createKnownSites, type KnownSites } from './gateway/known-sites.ts';
import { createLine, type Line } from './gateway/line.ts';
import { createLive } from './gateway/live.ts';
import type { About, Beat, Headers, ProcessName } from './gateway/messages.ts';
import { receivePrices } from './gateway/price-receiver.ts';
import { endWhenSilent } from './gateway/silence.ts';
import { BODY_BYTES } from './http/bind-call.ts';
import { clientAddress } from './http/client-address.ts';
import type { Forwarding } from './http/forward.ts';
import { hostName } from './http/headers.ts';
import { createHttp } from './http/http.ts';
import { FORM_BYTES } from './http/multipart.ts';
import { pathOf } from './http/query.ts';
import type { Log } from './log/log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { clock, every, steadyMs, wait } from './process-time.ts';

export interface GatewayOptions {
  readonly config: Pick<Config, 'host' | 'port' | 'allowedOrigins' | 'trustedProxyHops' | 'metricsToken'>;
  readonly carrier: Carrier;
  readonly name: ProcessName;
  readonly log: Log;
  readonly appFolder?: string | undefined;
  /** How long proxies are given to notice that it leaves; shorter in tests. */
  readonly leaveMs?: number;
}

export interface Gateway {
  readonly address: string;
  stop(): Promise<void>;
}

/** Proxies look every second or so. */
const LEAVE_MS = 2_000;
/** Prices may be pushed to us in larger bodies than calls have. */
const PUSHED_BYTES = 128 * 1_024;

export async function startGateway({
  config,
  carrier,
  name,
  log,
  appFolder,
  leaveMs = LEAVE_MS,
}: GatewayOptions): Promise<Gateway> {
  const onFault = (fault: unknown) => log.warn('message of a desk failed', { error: fault });
  const sites = createKnownSites();
  let isLeaving = false;

  const line: Line = createLine({
    ...{ carrier, gateway: name, clock, steadyMs, every, onFault },
    soon: setImmediate,
    onPushed: (shard, pushed) => live.pushed(shard, pushed),
    onBeat(beat) {
      if (sites.isNews(beat)) void learn(beat);
    },
  });

  async function learn(beat: Beat): Promise<void> {
    const about = (await line.ask(beat.shard, { name: 'about' })) as About | undefined;
    if (about === undefined) sites.forget(beat.shard);
    else sites.learn(beat.shard, about);
  }

  const live = createLive({
    line,
    shardOf: (host) => sites.shardUnder(hostName(host)),
    ...{ every, steadyMs, onFault },
    allowedOrigins: config.allowedOrigins,
    siteOf: ({ host }) => siteOrNone(sites.hosts().byHost(hostName(host))),
    guestSiteOf: ({ host }) => siteOrNone(sites.hosts().siteOf(hostName(host))),
    servesHost: ({ host }) => sites.servesHost(hostName(host)),
    addressOf: (request) => clientAddress(request, config.trustedProxyHops),
  });
  const { realtime } = live;
  realtime.listStocks(instruments.map(({ code }) => code));
  const endPrices = receivePrices({ carrier, every, publishLatest: realtime.publishLatest });

  const endSilence = endWhenSilent({ carrier, realtime, steadyMs, every });

  const metrics = createMetrics();
  metrics.gaugeOf('maru_gateway_waiting', 'Calls that wait for a desk', () => line.waiting());
  metrics.gaugeOf('maru_sockets', 'Live connections', () => realtime.stats().sessions);

  const http = await createHttp({
    routes: [],
    forwarding: forwardingTo(line, sites),
    authenticate: async () => undefined,
    siteOf: (host, siteInfoId) => siteOrNone(sites.hosts().siteOf(host, siteInfoId)),
    servesHost: (host) => sites.servesHost(host),
    siteLanguage: (id) => sites.languageOf(id),
    ...{ clock, log },
    trustedProxyHops: config.trustedProxyHops,
    allowedOrigins: config.allowedOrigins,
    health: () => healthOf(line, sites, { isLeaving, isConnected: carrier.isConnected() }),
    metrics: () => metrics.text(),
    ...(config.metricsToken === undefined ? {} : { metricsToken: config.metricsToken }),
    ...(appFolder === undefined ? {} : { appFolder }),
    beforeRouting: (app) => realtime.mount(app),
  });
  await http.listen({ host: config.host, port: config.port });
  const { port } = http.server.address() as AddressInfo;
  return {
    address: `http://${config.host}:${port}`,
    async stop() {
      // Proxies notice that it is not well and send nothing new; then connections end, and clients open others.
      isLeaving = true;
      await wait(leaveMs);
      await http.close();
      endSilence();
      endPrices();
      live.close();
      line.close();
    },
  };
}

/** A shard without an owner is no fault of a gateway: calls wait for the next one, and every gateway waits. */
function healthOf(
  line: Line,
  sites: KnownSites,
  { isLeaving, isConnected }: { readonly isLeaving: boolean; readonly isConnected: boolean },
) {
  const shards = sites.shards();
  return {
    ready: shards.length > 0 && isConnected && !isLeaving,
    role: 'gateway',
    shards,
    silent: shards.filter((shard) => !line.isOwned(shard)),
    carrier: isConnected ? 'CONNECTED' : 'LOST',
    isLeaving,
  };
}

const siteOrNone = (site: number | undefined) => (site === undefined ? undefined : siteId(site));

/** Of a browser's headers those that say nothing to us: they would be a third of every message. */
const NOT_SENT = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'accept-encoding', 'cookie', 'referer', 'pragma'],
  ...['sec-ch-ua', 'sec-ch-ua-platform', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-user', 'dnt'],
  ...['upgrade-insecure-requests', 'x-forwarded-for', 'cache-control', 'priority', 'te'],
]);

function forwardingTo(line: Line, sites: KnownSites): Forwarding {
  const upload = { mostBytes: MOST_FILE_BYTES + FORM_BYTES, isUpload: true };
  const usual = { mostBytes: BODY_BYTES, isUpload: false };
  return {
    paths: [
      { path: '/api/file', ...upload },
      { path: '/api/office/file', ...upload },
      ...[FEED_TICKS_PATH, SECOND_TICKS_PATH].map((path) => ({
        ...{ path, mostBytes: PUSHED_BYTES, isUpload: false },
      })),
      ...['/api/*', '/docs/*', '/practice/*'].map((path) => ({ path, ...usual })),
    ],
    send(request, body, address) {
      const { method, url = '' } = request.raw;
      const headers = sentHeaders(request, body);
      return line.call(sites.shardUnder(hostName(headers['host'] ?? '')), {
        ...{ method: method ?? 'GET', url, headers, address, body },
        isRepeatable: sites.isRepeatable(method ?? 'GET', pathOf(url), headers),
      });
    },
  };
}

export function sentHeaders({ raw }: FastifyRequest, body: Uint8Array): Headers {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw.headers))
    if (typeof value === 'string' && !NOT_SENT.has(name)) headers[name] = value;
  // A body that came in chunks is one by now.
  if (raw.headers['transfer-encoding'] !== undefined) headers['content-length'] = String(body.byteLength);
  return headers;
}
