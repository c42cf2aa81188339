// What was copied and missed for a follower, what a trader closed and was paid.
import { copyHistory, leadHistory, openCopies, shareHistory } from '@maru/contract/copytrade/history';
import type { LeadRecord } from '@maru/contract/copytrade/wire';
import { type Amount, divide, toDecimal } from '@maru/engine/amount';
import { STATISTIC_DAYS } from '@maru/engine/copytrade/statistics';
import { entryText } from '@maru/engine/entry';
import { otherSide } from '@maru/engine/futures/terms';
import { requiredMargin, UNIT } from '@maru/engine/futures/value';
import { koreanDate, millis } from '@maru/engine/time';
import { BEHIND } from '../desk/table-answer.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import { findRunning, listCopies } from './follow-store.ts';
import type { CopyParts } from './parts.ts';
import { listNicks, maskedNick, nickIn } from './people-store.ts';
import { countRecords, countShares, listRecords, listShares } from './record-store.ts';
import { countClosed, findTrader, listClosed, sumShares, type TradedRow } from './trader-store.ts';
import { wireCopy, wireRecord } from './wire.ts';

export const historyRoutes = (parts: CopyParts): readonly Route[] => [
  ...copyRoutes(parts),
  leadRoute(parts),
  shareRoute(parts),
];

function copyRoutes({ database, desk, ground }: CopyParts): readonly Route[] {
  return [
    serve(copyHistory, async ({ query, principal: { site, player } }) => {
      const { followerId, traderFollowerId: follow, statusStrs, page, size } = query;
      // Somebody else's is empty, as a list of theirs.
      if (followerId !== undefined && followerId !== player)
        return { ok: true, reply: pageReply([], { page, size, total: 0 }) };
      if (!(await desk.caughtUp(player))) return BEHIND;
      const [only, ...more] = new Set(statusStrs);
      const status = more.length > 0 ? undefined : (only as 'FILLED' | 'MISSED' | undefined);
      const filter = { site, follower: player, follow, status };
      const { rows, total } = await database.transaction(async (tx) => ({
        rows: await listRecords(tx, filter, { offset: page * size, limit: size }),
        total: await countRecords(tx, filter),
      }));
      const content = rows.map((row) => wireRecord(row, ground.instruments));
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
    serve(openCopies, async ({ principal: { player } }) => {
      if (!(await desk.caughtUp(player))) return BEHIND;
      const rows = await database.transaction(async (tx) => {
        const running = await findRunning(tx, player);
        return running === undefined ? [] : listCopies(tx, [running.id]);
      });
      const positions = ground.holdings.state.accounts.get(player)?.positions;
      const content = rows.flatMap((row) => wireCopy(row, positions, ground.instruments) ?? []);
      return { ok: true, reply: { content } };
    }),
  ];
}

/** Amounts of money are of the trader alone: others see percentages. */
function leadRoute({ database, desk, ground }: CopyParts): Route {
  return serve(leadHistory, async ({ query: { traderId, page, size }, principal: { site, player } }) => {
    const trader = traderId ?? player;
    const isOwn = trader === player;
    if (isOwn && !(await desk.caughtUp(player))) return BEHIND;
    const found = await database.transaction(async (tx) => {
      const row = await findTrader(tx, site, trader);
      if (row === undefined || (row.status === 'DELETED' && !isOwn)) return undefined;
      const of = { trader, site, since: isOwn ? undefined : millis(row.approvedAt) };
      const rows = await listClosed(tx, of, { offset: page * size, limit: size });
      return { rows, total: await countClosed(tx, of) };
    });
    if (found === undefined) return { ok: false, refusal: 'TRADER_NOT_FOUND' };
    const content = found.rows.map((row) => leadRecord(row, isOwn, ground.instruments));
    return { ok: true, reply: pageReply(content, { page, size, total: found.total }) };
  });
}

function leadRecord(
  row: TradedRow,
  isOwn: boolean,
  instruments: Pick<CopyParts['ground']['instruments'], 'traded'>,
): LeadRecord {
  const { code, precision } = instruments.traded(row.instrument);
  const { leverage, closedQty: qty, closedSum, closedOver, contract } = row;
  const side = otherSide(row.side);
  const entry = { sum: closedSum ?? 0n, over: closedOver ?? 1n };
  const margin = requiredMargin({ side, qty, entry, leverage }, { contract }, UNIT);
  return {
    id: row.id,
    futuresOptionId: row.instrument,
    stock: code,
    tradeType: side,
    leverage,
    entryPrice: entryText(entry, precision),
    price: toDecimal(row.price),
    isLiquidation: row.cause === 'LIQUIDATION',
    roe: percentOf(row.net, margin),
    net: isOwn ? toDecimal(row.net) : null,
    openedMillis: row.openedAt ?? row.at,
    closedMillis: row.at,
  };
}

const percentOf = (part: Amount, of: Amount): number | null =>
  of > 0n ? Number(divide(part * 10_000n, of, 'half-up')) / 100 : null;

function shareRoute({ database, desk, followers }: CopyParts): Route {
  return serve(shareHistory, async ({ query: { traderId, before, page, size }, principal, now }) => {
    const { site, player } = principal;
    if (traderId !== undefined && traderId !== player) return { ok: false, refusal: 'TRADER_NOT_FOUND' };
    if (!(await desk.caughtUp(player))) return BEHIND;
    const found = await database.transaction(async (tx) => {
      if ((await findTrader(tx, site, player)) === undefined) return undefined;
      const filter = { trader: player, before };
      const rows = await listShares(tx, filter, { offset: page * size, limit: size });
      const nicks = await listNicks(
        tx,
        site,
        rows.map(({ follower }) => follower),
      );
      const sums = await sumShares(tx, player, koreanDate(now) - STATISTIC_DAYS.month + 1);
      const total = await countShares(tx, filter);
      return { rows, nicks, sums, total };
    });
    if (found === undefined) return { ok: false, refusal: 'TRADER_NOT_FOUND' };
    const { rows, nicks, sums, total } = found;
    const { due } = followers.of(player);
    const content = rows.map(({ id, follow, follower, kind, share, total: sum, shared, waived, at }) => ({
      id,
      traderFollowerId: follow,
      nick: maskedNick(nickIn(nicks, follower)),
      kind,
      share: toDecimal(share),
      total: toDecimal(sum),
      shared: toDecimal(shared),
      waived: toDecimal(waived),
      atMillis: at,
    }));
    const totals = { paid30: toDecimal(sums.recent), paid: toDecimal(sums.all), due: toDecimal(due) };
    return { ok: true, reply: { ...pageReply(content, { page, size, total }), totals } };
  });
}
