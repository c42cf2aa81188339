// The server of the HTTP bench: one web server, three calls of the same shape. Ours goes to the desk, the rival's to a
// transaction of its own, and the empty one answers at once.
import type { AddressInfo } from 'node:net';
import { refillPractice } from '@maru/contract/account';
import { amount, print } from '@maru/engine/amount';
import { playerId, siteId } from '@maru/engine/purse';
import { migrate } from '@maru/server/db/migrate';
import { openPostgres } from '@maru/server/db/postgres';
import { openDesk } from '@maru/server/desk/open-desk';
import { createHttp } from '@maru/server/http/http';
import { serve } from '@maru/server/http/serve';
import { silentLog } from '@maru/server/log/log';
import { clock } from '@maru/server/process-time';
import { openRival } from './rival.ts';

const SITE = siteId(1);
const MOST = amount('100000000');
const [url = '', callers = '64'] = process.argv.slice(2);

const fail = (fault: unknown): never => {
  console.error(fault);
  process.exit(1);
};
const database = openPostgres(url);
await migrate(database);
const { desk } = await openDesk({
  database,
  journalAt: { url },
  onDurable: () => undefined,
  onHalt: fail,
  onWeather: fail,
});
for (let id = 1; id <= Number(callers); id += 1) {
  await desk.submit({
    kind: 'OPEN_ACCOUNT',
    site: SITE,
    player: playerId(id),
    role: 'PLAYER',
    wallets: [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount('10000000') }],
  });
}
const rival = await openRival(url, Number(callers));

const ours = serve(refillPractice, async ({ principal, body, key }) => {
  const outcome = await desk.submit({
    kind: 'REFILL_PRACTICE',
    site: principal.site,
    player: principal.player,
    session: principal.session,
    wallet: body.walletType,
    amount: amount(body.point),
    most: MOST,
    ...(key === undefined ? {} : { key }),
  });
  if (!outcome.ok || outcome.event.kind !== 'PRACTICE_REFILLED')
    throw new Error('every refill of the bench is accepted');
  const { wallet, amount: point, run } = outcome.event;
  return { ok: true, reply: { walletType: wallet, point: print(point), run } };
});

const rivals = serve({ ...refillPractice, path: '/api/rival' }, async ({ principal, body, key }) => {
  await rival.refill(principal.player, body.point, key?.key ?? '');
  return { ok: true, reply: { walletType: body.walletType, point: body.point, run: 1 } };
});

const empty = serve({ ...refillPractice, path: '/api/empty' }, async ({ body }) => ({
  ok: true,
  reply: { walletType: body.walletType, point: body.point, run: 1 },
}));

const http = await createHttp({
  routes: [ours, rivals, empty],
  authenticate: async (token) => ({
    player: playerId(Number(token)),
    site: SITE,
    role: 'PLAYER',
    session: 1,
  }),
  siteOf: () => SITE,
  clock,
  log: silentLog,
  paces: 'OFF',
  health: () => ({ ready: true }),
  metrics: () => '',
});
await http.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (http.server.address() as AddressInfo).port });
process.on('disconnect', () => process.exit(0));
