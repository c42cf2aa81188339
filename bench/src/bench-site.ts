// The site of the benches, its players, and a web server in which the token of a call is its player's number.
import type { AddressInfo } from 'node:net';
import type { OpenAccount } from '@maru/engine/account/commands';
import { amount } from '@maru/engine/amount';
import type { AnyCommand } from '@maru/engine/products';
import { playerId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { BinarySite } from '@maru/server/binary/deps';
import type { Desk } from '@maru/server/desk/desk';
import { createHttp } from '@maru/server/http/http';
import type { Route } from '@maru/server/http/serve';
import { silentLog } from '@maru/server/log/log';

export const SITE = siteId(1);

export const site: BinarySite = {
  id: SITE,
  moneyMode: 'PRACTICE',
  binaryCurrency: 'KRW',
  features: { binary: true, powerBall: true },
  wallets: [{ type: 'BINARY', currency: 'KRW', places: 0 }],
};

export const openAccount = (player: number, credit = '10000000'): OpenAccount => ({
  kind: 'OPEN_ACCOUNT',
  site: SITE,
  player: playerId(player),
  role: 'PLAYER',
  wallets: [{ type: 'BINARY', currency: 'KRW', places: 0, credit: amount(credit) }],
});

/** Fewer than the desk's queue takes, so that none is refused with TRY_AGAIN. */
const ASKED_AT_ONCE = 4_000;

export async function submitAll(
  desk: Pick<Desk, 'submit'>,
  count: number,
  command: (index: number) => AnyCommand,
): Promise<void> {
  for (let first = 0; first < count; first += ASKED_AT_ONCE) {
    const length = Math.min(ASKED_AT_ONCE, count - first);
    const asked = Array.from({ length }, (_, index) => desk.submit(command(first + index)));
    for (const outcome of await Promise.all(asked)) if (!outcome.ok) throw new Error(outcome.refusal);
  }
}

export const fail = (fault: unknown): never => {
  console.error(fault);
  process.exit(1);
};

/** Returns the port. */
export async function serveBench(routes: readonly Route[], clock: () => Millis): Promise<number> {
  const http = await createHttp({
    routes,
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
  process.on('disconnect', () => process.exit(0));
  await http.listen({ host: '127.0.0.1', port: 0 });
  return (http.server.address() as AddressInfo).port;
}
