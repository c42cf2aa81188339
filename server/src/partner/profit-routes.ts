// What a partner earned, as the partner sees it in the app: the own rows and those of the own line, and nothing of a
// member but how many there are.
import type { ReplyOf } from '@maru/contract/call';
import { lastDayOf } from '@maru/contract/moment';
import {
  MOST_DASHBOARD_DAYS,
  MOST_TREE_NODES,
  myProfits,
  partnerDashboard,
} from '@maru/contract/partner/profit-calls';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { pageReply } from '../http/paging.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { nextAccrualAt } from './accrual.ts';
import { findAccrual } from './accrue-store.ts';
import { countJoined, listLine } from './dashboard-store.ts';
import { dateOf } from './days.ts';
import { inLineOrder } from './line-order.ts';
import { listProfits, type ProfitFilter, sumBases, sumProfits, sumUnpaid } from './profit-store.ts';
import { loadRates, shownRates } from './rates.ts';
import { findPartnerRow, findPlace } from './store.ts';

const SHOWN_DAYS = 30;
/** The currency that is shown first. */
const FIRST = 'KRW';

const refused = { ok: false, refusal: 'PARTNERS_ONLY' } as const;

interface Days {
  readonly from: number;
  readonly to: number;
}

type Moment = Parameters<typeof lastDayOf>[0];

interface AskedDays {
  readonly startDate?: Moment | undefined;
  readonly endDate?: Moment | undefined;
}

/** Korean days, the last thirty without dates; undefined where they are too many or the wrong way round. */
function daysOf({ startDate, endDate }: AskedDays, now: Millis): Days | undefined {
  const to = endDate === undefined ? koreanDate(now) : lastDayOf(endDate);
  const from = startDate === undefined ? to - (SHOWN_DAYS - 1) : koreanDate(startDate.at);
  return from > to || to - from >= MOST_DASHBOARD_DAYS ? undefined : { from, to };
}

const badDays = { ok: false, refusal: 'INVALID_REQUEST', field: 'startDate' } as const;

export const profitRoutes = ({ database }: { readonly database: Database }): readonly Route[] => [
  serve(myProfits, async ({ query, principal: { site, player, role }, now }) => {
    if (role !== 'PARTNER') return refused;
    const days = daysOf(query, now);
    if (days === undefined) return badDays;
    const { isChildren, page, size, typeStrs: types } = query;
    return database.transaction(async (tx) => {
      const place = await findPlace(tx, { site, id: player });
      if (place === undefined) return refused;
      const whose: Pick<ProfitFilter, 'part' | 'partner'> = isChildren
        ? { part: place.path }
        : { partner: player };
      const window = { offset: page * size, limit: size };
      const { rows, total } = await listProfits(tx, { site, ...whose, ...days, types }, window);
      const own = { site, partner: player };
      const today = koreanDate(now);
      const last30 = { from: today - (SHOWN_DAYS - 1), to: today };
      const sum30 = [...(await sumProfits(tx, { ...own, ...last30 }, 'currency'))];
      const receivable = [...(await sumUnpaid(tx, own))];
      const totals = { sum30, receivable, nextPayMillis: nextAccrualAt(now) };
      return { ok: true, reply: { ...pageReply(rows, { page, size, total }), totals } } as const;
    });
  }),
  serve(partnerDashboard, async ({ query, principal, host, now }) => {
    if (principal.role !== 'PARTNER') return refused;
    const days = daysOf(query, now);
    if (days === undefined) return badDays;
    const reply = await database.transaction((tx) => readDashboard(tx, { principal, host, now, days }));
    return reply === undefined ? refused : { ok: true, reply };
  }),
];

type Dashboard = ReplyOf<typeof partnerDashboard>;

async function readDashboard(
  tx: Tx,
  {
    principal: { site, player },
    host,
    now,
    days,
  }: { readonly principal: Principal; readonly host: string; readonly now: Millis; readonly days: Days },
): Promise<Dashboard | undefined> {
  const place = await findPlace(tx, { site, id: player });
  const row = place && (await findPartnerRow(tx, { site, id: player, part: place.path }));
  if (place === undefined || row === undefined) return undefined;
  const { id, code, members, membersBelow } = row;
  const part = place.path;
  const line = await listLine(tx, { site, part, limit: MOST_TREE_NODES + 1 });
  const nodes = line.slice(0, MOST_TREE_NODES);
  const partners = nodes.map((node) => node.id);
  const today = koreanDate(now);
  const rates = await loadRates(tx, partners);
  const amounts = Map.groupBy(
    await sumProfits(tx, { site, partners, ...days }, 'partner'),
    ({ partner }) => partner,
  );
  return {
    ...{ startDate: dateOf(days.from), endDate: dateOf(days.to) },
    currencies: await readCurrencies(tx, { site, partner: player, ...days }),
    nextPayMillis: nextAccrualAt(now),
    countedMillis: (await findAccrual(tx, site))?.countedAt ?? null,
    ...{ members, membersBelow, joinedThisMonth: await countJoined(tx, { site, part, now }) },
    ...{ rates: shownRates(rates, id, today), code, referralLink: `${host}/ref/${code}` },
    tree: inLineOrder(nodes).map(({ path: _path, ...node }) => ({
      ...node,
      // Who stands above is not shown to those below.
      parentId: node.id === id ? null : node.parentId,
      rates: shownRates(rates, node.id, today).map(({ product, base, rate }) => ({ product, base, rate })),
      amounts: (amounts.get(node.id) ?? []).map(({ currency, amount }) => ({ currency, amount })),
    })),
    hasMoreNodes: line.length > nodes.length,
  };
}

/** One for each currency in which something was earned, or is not paid yet. */
async function readCurrencies(
  tx: Tx,
  of: Days & Required<Pick<ProfitFilter, 'site'>> & { readonly partner: number },
): Promise<Dashboard['currencies']> {
  const { site, partner, from, to } = of;
  const sums = new Map((await sumProfits(tx, of, 'currency')).map((each) => [each.currency, each.amount]));
  const unpaid = new Map(
    (await sumUnpaid(tx, { site, partner })).map((each) => [each.currency, each.amount]),
  );
  const bases = await sumBases(tx, of);
  const byDay = new Map(
    (await sumProfits(tx, of, 'day')).map((each) => [`${each.currency} ${each.day}`, each] as const),
  );
  const baseIn = (currency: string, base: 'TURNOVER' | 'FEE'): string =>
    bases.find((each) => each.currency === currency && each.base === base)?.amount ?? '0';
  const currencies = [...new Set([...sums.keys(), ...unpaid.keys()])].toSorted(firstFirst);
  return currencies.map((currency) => ({
    currency,
    amount: sums.get(currency) ?? '0',
    receivable: unpaid.get(currency) ?? '0',
    ...{ fees: baseIn(currency, 'FEE'), turnover: baseIn(currency, 'TURNOVER') },
    days: Array.from({ length: to - from + 1 }, (_, index) => {
      const found = byDay.get(`${currency} ${from + index}`);
      return {
        date: dateOf(from + index),
        amount: found?.amount ?? '0',
        isRunning: found?.isRunning ?? false,
      };
    }),
  }));
}

function firstFirst(one: string, other: string): number {
  if (one === FIRST || other === FIRST) return one === other ? 0 : one === FIRST ? -1 : 1;
  return one < other ? -1 : 1;
}
