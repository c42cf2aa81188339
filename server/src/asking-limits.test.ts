// Calls that leave something with somebody else are answered thirty times an hour: a follow and its end stand in the history
// of the trader, and what partners and staff ask for waits in one list for a second person.
import { followTrader } from '@maru/contract/copytrade/follows';
import { setTrader } from '@maru/contract/copytrade/traders';
import { changePartner, createPartner } from '@maru/contract/partner/calls';
import { confirmSettlement } from '@maru/contract/partner/settlement';
import { HOUR_MS, millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { type Route, serve } from './http/serve.ts';
import { asksOf, OWNER, openTestHttp, type Refused, STAFF, STRANGER } from './http/testing.ts';

const MOST = 30;
const refused = async () => ({ ok: false, refusal: 'TRY_AGAIN' }) as const;
const reason = '여정';
const rates = [{ product: 'binary', base: 'TURNOVER', rate: '0.01' }];
const names = { username: 'branch1', name: '지사', nick: '지사', code: 'SEOUL' };

const CALLS: readonly (readonly [path: string, route: Route, body: object, isOfStaff: boolean])[] = [
  [followTrader.path, serve(followTrader, refused), { traderId: 1 }, false],
  [setTrader.path, serve(setTrader, refused), { isAccepting: true }, false],
  [createPartner.path, serve(createPartner, refused), { ...names, rates, reason }, true],
  [changePartner.path, serve(changePartner, refused), { partnerId: 1, rates, reason }, true],
  [
    confirmSettlement.path,
    serve(confirmSettlement, refused),
    { throughDate: '2026-11-12', sums: [], reason },
    true,
  ],
];

test.each(CALLS)('%s', async (path, route, body, isOfStaff) => {
  let now = 0;
  const http = await openTestHttp({ routes: [route], clock: () => millis(now), paces: 'USUAL' });
  const asks = asksOf<object>(http);
  const ask = async (by = isOfStaff ? STAFF : OWNER) =>
    ((await asks.post(path, body, by)).body as Refused).code;
  for (let time = 0; time < MOST; time += 1) expect(await ask()).toBe('TRY_AGAIN');
  expect(await ask()).toBe('TOO_MANY_REQUESTS');
  // Nobody else is kept waiting by it, and it is over an hour later.
  if (!isOfStaff) expect(await ask(STRANGER)).toBe('TRY_AGAIN');
  now += HOUR_MS;
  expect(await ask()).toBe('TRY_AGAIN');
  await http.close();
});
