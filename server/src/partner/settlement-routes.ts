// Shares of partners in the office: looked at before they are confirmed, confirmed by two, paid, or voided while they are
// only accrued.

import type { ProfitRow } from '@maru/contract/partner/profit-calls';
import {
  confirmSettlement,
  MOST_PROFIT_LINES,
  MOST_SETTLED_DAYS,
  MOST_SETTLED_LINES,
  paySettlement,
  previewPayment,
  previewSettlement,
  type SettlementLine,
  settlementCsv,
  settlementDays,
  settlementRows,
  settlementShares,
  voidProfit,
} from '@maru/contract/partner/settlement';
import { REQUEST_WAITS_MS } from '@maru/contract/staff/calls';
import { toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import { earlier } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { csvFile, csvPart } from '../http/csv.ts';
import { type Route, serve, serveFile } from '../http/serve.ts';
import type { Sites } from '../site/sites.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { findWaiting } from '../staff/request-store.ts';
import type { StaffRequests } from '../staff/requests.ts';
import { dueDay, nextAccrualAt } from './accrual.ts';
import { findAccrual, holdAccrual } from './accrue-store.ts';
import { dateOf, dayOf } from './days.ts';
import { showPayment } from './pay.ts';
import { type ProfitFilter, pageProfits, sumDays } from './profit-store.ts';
import { type AskedSettlement, areSums, readDue, type Settling } from './settle.ts';
import { type DueGroup, findNames, type PartnerName, voidDay } from './settle-store.ts';
import { countUnpaidPartners, listShares, sumUnpaidShares } from './share-store.ts';
import { findPlace } from './store.ts';
import { totalsOf } from './totals.ts';

const nothing = { ok: false, refusal: 'SETTLEMENT_NOTHING' } as const;
const missing = { ok: false, refusal: 'ACCOUNT_NOT_FOUND' } as const;
const invalid = (field: string) => ({ ok: false, refusal: 'INVALID_REQUEST', field }) as const;

interface Parts {
  readonly database: Database;
  readonly sites: Pick<Sites, 'all' | 'byId'>;
  readonly requests: StaffRequests;
  readonly settling: Settling;
}

interface Days {
  readonly from: number;
  readonly to: number;
}

/** The days, or the name of the field that is wrong. */
function daysOf({ fromDate, toDate }: { readonly fromDate: string; readonly toDate: string }): Days | string {
  const [from, to] = [dayOf(fromDate), dayOf(toDate)];
  if (from === undefined) return 'fromDate';
  return to === undefined || to < from || to - from >= MOST_SETTLED_DAYS ? 'toDate' : { from, to };
}

export function settlementRoutes(parts: Parts): readonly Route[] {
  const { database, requests, settling } = parts;
  const isHere = (site: SiteId, id: number | undefined): Promise<boolean> =>
    database.transaction(async (tx) => id === undefined || (await findPlace(tx, { site, id })) !== undefined);
  requests.perform('PARTNER_SHARE', settling.perform);
  return [
    ...readRoutes(parts, isHere),
    serve(confirmSettlement, async ({ body, principal: { site, player }, now }) => {
      const { throughDate, sums, reason } = body;
      const through = dayOf(throughDate);
      if (through === undefined) return invalid('throughDate');
      const { settled } = await database.transaction((tx) => readDue(parts, tx, site, through));
      if (settled.length === 0) return nothing;
      if (!areSums(totalsOf(settled), sums)) return { ok: false, refusal: 'SETTLEMENT_CHANGED' };
      const asked: AskedSettlement = { throughDate, sums };
      const of = { site, kind: 'PARTNER_SHARE', subject: throughDate, body: asked, reason } as const;
      const waiting = await requests.ask({ ...of, staff: player, now });
      return waiting === undefined
        ? { ok: false, refusal: 'ALREADY_PROCESSED' }
        : { ok: true, reply: { waiting: waiting.id } };
    }),
    serve(paySettlement, async ({ body, key, principal: { site, player }, now }) => {
      const { throughDate, partnerId: partner, digest, reason } = body;
      const through = dayOf(throughDate);
      if (through === undefined) return invalid('throughDate');
      if (!(await isHere(site, partner))) return missing;
      return settling.pay({ site, through, partner, digest, staff: player, key, now, reason });
    }),
    serve(voidProfit, async ({ body, principal: { site, player }, now }) => {
      const { partnerId: partner, date, currency, reason } = body;
      const day = dayOf(date);
      if (day === undefined) return invalid('date');
      if (!(await isHere(site, partner))) return missing;
      const voided = await database.transaction(async (tx) => {
        await holdAccrual(tx, site);
        const sums = await voidDay(tx, { site, partner, day, currency, reason });
        if (sums.length > 0)
          await insertStaffChange(tx, {
            ...{ site, area: 'PARTNER', action: 'VOID', subject: `partner ${partner}` },
            ...{ before: { date, status: 'ACCRUED' }, after: { date, status: 'VOID', sums } },
            by: { staff: player, now, reason },
          });
        return sums;
      });
      if (voided.length === 0) return nothing;
      const rows = voided.reduce((sum, each) => sum + each.rows, 0);
      const sums = voided.map(({ currency: each, amount }) => ({ currency: each, amount }));
      return { ok: true, reply: { rows, sums } };
    }),
  ];
}

const readRoutes = (
  parts: Parts,
  isHere: (site: SiteId, id: number | undefined) => Promise<boolean>,
): readonly Route[] => [
  serve(settlementDays, async ({ query, principal: { site }, now }) => {
    const days = daysOf(query);
    if (typeof days === 'string') return invalid(days);
    return parts.database.transaction(async (tx) => {
      const rows = await sumDays(tx, { site, ...days });
      const mark = await findAccrual(tx, site);
      const content = rows.map(({ day, ...row }) => ({ date: dateOf(day), ...row }));
      const accruedDate = mark === undefined ? null : dateOf(mark.day);
      const daysBehind = mark === undefined ? 0 : Math.max(0, dueDay(now) - mark.day);
      return {
        ok: true,
        reply: { content, accruedDate, daysBehind, nextMillis: nextAccrualAt(now) },
      } as const;
    });
  }),
  serve(previewSettlement, async ({ query: { throughDate }, principal: { site }, now }) => {
    const through = dayOf(throughDate);
    if (through === undefined) return invalid('throughDate');
    return parts.database.transaction(async (tx) => {
      const { settled, held } = await readDue(parts, tx, site, through);
      const lines = [...settled.toSorted(largestFirst), ...held.toSorted(largestFirst)];
      const shown = lines.slice(0, MOST_SETTLED_LINES);
      const names = await findNames(tx, [...new Set(shown.map(({ partner }) => partner))]);
      const since = earlier(now, REQUEST_WAITS_MS);
      const waiting = await findWaiting(tx, { site, kind: 'PARTNER_SHARE', since });
      const isHeld = new Set<DueGroup>(held);
      return {
        ok: true,
        reply: {
          content: shown.map((group) => lineOf(group, names.get(group.partner), isHeld.has(group))),
          hasMore: lines.length > shown.length,
          ...{ sums: totalsOf(settled), held: totalsOf(held), waiting: waiting?.id ?? null },
        },
      } as const;
    });
  }),
  serve(settlementShares, async ({ query, principal: { site } }) => {
    const { partnerId: partner, statusStrs: statuses, before, size } = query;
    if (!(await isHere(site, partner))) return missing;
    return parts.database.transaction(async (tx) => {
      const content = [...(await listShares(tx, { site, partner, statuses, before, size }))];
      const known = content.filter(({ id }) => id !== null);
      const next = known.length < size ? null : (known.at(-1)?.id ?? null);
      const unpaid = [...(await sumUnpaidShares(tx, site))];
      const unpaidPartners = await countUnpaidPartners(tx, site);
      return { ok: true, reply: { content, next, unpaid, unpaidPartners } } as const;
    });
  }),
  serve(previewPayment, async ({ query, principal: { site } }) => {
    const { throughDate, partnerId: partner } = query;
    const through = dayOf(throughDate);
    if (through === undefined) return invalid('throughDate');
    if (!(await isHere(site, partner))) return missing;
    const reply = await parts.database.transaction((tx) => showPayment(tx, { site, through, partner }));
    return { ok: true, reply };
  }),
  serve(settlementRows, async ({ query, principal: { site } }) => {
    const filter = filterOf(query, site);
    if (typeof filter === 'string') return invalid(filter);
    if (!(await isHere(site, query.partnerId))) return missing;
    const { size } = query;
    const content = [...(await parts.database.transaction((tx) => pageProfits(tx, filter, size)))];
    return { ok: true, reply: { content, next: nextOf(content, size) } };
  }),
  serveFile(settlementCsv, async ({ query, principal: { site } }) => {
    const filter = filterOf(query, site);
    if (typeof filter === 'string') return invalid(filter);
    if (!(await isHere(site, query.partnerId))) return missing;
    const rows = await parts.database.transaction((tx) => pageProfits(tx, filter, MOST_PROFIT_LINES));
    const name = `partner-shares-${query.fromDate}-${query.toDate}.csv`;
    const cells = rows.map(cellsOf);
    const file = query.before === undefined ? csvFile(name, HEAD, cells) : csvPart(name, cells);
    return { ok: true, reply: { ...file, next: nextOf(rows, MOST_PROFIT_LINES) ?? undefined } };
  }),
];

const nextOf = (rows: readonly ProfitRow[], size: number): number | null =>
  rows.length < size ? null : (rows.at(-1)?.id ?? null);

function filterOf(
  query: {
    readonly fromDate: string;
    readonly toDate: string;
    readonly partnerId?: number | undefined;
    readonly statusStrs?: readonly string[] | undefined;
    readonly before?: number | undefined;
  },
  site: SiteId,
): ProfitFilter | string {
  const days = daysOf(query);
  if (typeof days === 'string') return days;
  return { site, ...days, partner: query.partnerId, statuses: query.statusStrs, before: query.before };
}

const largestFirst = (one: DueGroup, other: DueGroup): number =>
  one.amount === other.amount ? one.partner - other.partner : one.amount > other.amount ? -1 : 1;

const NOBODY = { name: '', code: '', level: 0 } as const;

const lineOf = (
  { partner, wallet, currency, from, through, rows, amount }: DueGroup,
  named: PartnerName | undefined,
  isHeld: boolean,
): SettlementLine => ({
  ...(named ?? { ...NOBODY, partnerId: partner }),
  ...{
    wallet,
    currency,
    fromDate: dateOf(from),
    throughDate: dateOf(through),
    rows,
    amount: toDecimal(amount),
    isHeld,
  },
});

const HEAD = [
  ...[
    '번호',
    '날짜',
    '파트너',
    '코드',
    '종류',
    '라인',
    '상품',
    '기준',
    '통화',
    '기준 금액',
    '비율',
    '몫',
    '회원',
  ],
  ...['상태', '무효 사유'],
];

const cellsOf = (row: ProfitRow) => [
  ...[
    row.id,
    row.date,
    row.partnerName,
    row.partnerCode,
    row.type,
    row.lineName ?? '',
    row.product,
    row.base,
  ],
  ...[row.currency, row.baseAmount, row.rate, row.amount, row.players, row.status, row.voidReason ?? ''],
];
