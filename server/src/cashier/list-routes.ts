// What a member reads: the history with its filters, sums over it, and how long withdrawals take.
import { dnwList, dnwSummary } from '@maru/contract/cashier/calls';
import { withdrawalTimes } from '@maru/contract/cashier/office';
import { DNW_STATUSES, DNW_TYPES } from '@maru/contract/cashier/wire';
import { rangeOf } from '@maru/contract/moment';
import { toDecimal } from '@maru/engine/amount';
import type { RowType } from '@maru/engine/cashier/request-machine';
import { DAY_MS } from '@maru/engine/time';
import { BEHIND } from '../desk/table-answer.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import type { CashierParts } from './deps.ts';
import { findWithdrawalTimes, listRows, sumRows } from './row-store.ts';
import type { RowStatus } from './shadow/tables.ts';
import { namesOf, wireRow } from './wire.ts';

const isType = (text: string): text is RowType => (DNW_TYPES as readonly string[]).includes(text);

/** Types and statuses as numbers and codes; the first that is not defined refuses the whole list. */
export function readKinds(query: {
  readonly typeStrs?: readonly string[] | undefined;
  readonly excludeTypeStrs?: readonly string[] | undefined;
  readonly statusStrs?: readonly string[] | undefined;
}) {
  const { typeStrs: types, excludeTypeStrs: excludedTypes, statusStrs } = query;
  if (types?.every(isType) === false || excludedTypes?.every(isType) === false) return 'TYPE_UNDEFINED';
  const statuses = statusStrs?.map((text) => DNW_STATUSES.find((status) => String(status) === text));
  if (statuses?.includes(undefined) === true) return 'STATUS_UNDEFINED';
  return {
    types: types as readonly RowType[] | undefined,
    excludedTypes: excludedTypes as readonly RowType[] | undefined,
    statuses: statuses as readonly RowStatus[] | undefined,
  };
}

export function listRoutes({ desk, database }: CashierParts): readonly Route[] {
  return [
    serve(dnwList, async ({ query, principal: { site, player } }) => {
      if (query.playerId !== undefined && query.playerId !== player)
        return { ok: false, refusal: 'FORBIDDEN', field: 'playerId' };
      const kinds = readKinds(query);
      if (typeof kinds === 'string') return { ok: false, refusal: kinds };
      if (!(await desk.caughtUp(player))) return BEHIND;
      const { page, size, keyword, walletTypeStrs: wallets } = query;
      const filter = { site, player, ...kinds, wallets, keyword, ...rangeOf(query) };
      const { content, total } = await database.transaction(async (tx) => {
        const { rows, total } = await listRows(tx, filter, { offset: page * size, limit: size });
        const names = await namesOf(tx, site, rows);
        return { content: rows.map((row) => wireRow(row, names)), total };
      });
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
    serve(dnwSummary, async ({ query, principal: { site, player } }) => {
      if (!(await desk.caughtUp(player))) return BEHIND;
      const of = { site, player, wallets: query.walletTypeStrs, ...rangeOf(query) };
      const sums = await database.transaction((tx) => sumRows(tx, of));
      const content = sums.map(({ wallet, currency, type, count, amount, fee, change }) => ({
        walletType: wallet,
        currency,
        type,
        count,
        point: toDecimal(amount),
        fee: toDecimal(fee),
        change: toDecimal(change),
      }));
      return { ok: true, reply: { content } };
    }),
    serve(withdrawalTimes, async ({ site, now }) => {
      const found = await database.transaction((tx) => findWithdrawalTimes(tx, site, now - 30 * DAY_MS));
      const { done, rejected, cancelled, median, slowest } = found;
      return { ok: true, reply: { done, rejected, cancelled, medianMs: median, slowestTenthMs: slowest } };
    }),
  ];
}
