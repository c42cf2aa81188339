// Voiding a round: one member of staff asks, with what it would move before them, and another one approves or turns it
// down.

import {
  approveVoid,
  officeRound,
  requestVoid,
  voidEffect,
  voidRequests,
  withdrawVoid,
} from '@maru/contract/binary/office';
import type { ReplyOf } from '@maru/contract/call';
import { type Amount, toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { VOID_WITHIN_MS } from '@maru/engine/binary/terms';
import type { VoidShare } from '@maru/engine/payment/void-effect';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE, type SiteId } from '@maru/engine/purse';
import { earlier, later } from '@maru/engine/time';
import { refusalFor } from '../desk/call-answer.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { listNames, type PersonName } from '../staff/names.ts';
import type { BinaryParts } from './deps.ts';
import type { Offer, OfferRound } from './offers.ts';
import {
  approveVoidRequest,
  findVoidOfRound,
  findVoidRequest,
  insertVoidRequest,
  listVoidRequests,
  releaseVoidRequest,
  type VoidRequest,
  withdrawVoidRequest,
} from './office-store.ts';
import { readVoidEffect, type VoidSlice } from './reads.ts';
import { findRound } from './round-store.ts';
import { NO_ROUND } from './routes.ts';
import type { ReceivedTick } from './tick-window.ts';
import { typeOf, wireRound } from './wire.ts';

const DONE_BEFORE = { ok: false, refusal: 'ALREADY_PROCESSED' } as const;
const NO_REQUEST = { ok: false, refusal: 'VOID_REQUEST_NOT_FOUND' } as const;

const wireVoid = (request: VoidRequest) => ({
  id: request.id,
  tradeRoundId: request.round,
  reason: request.reason,
  requestedBy: request.requestedBy,
  requestedMillis: request.requestedAt,
  approvedBy: request.approvedBy,
  approvedMillis: request.approvedAt,
  withdrawnBy: request.withdrawnBy,
  withdrawnMillis: request.withdrawnAt,
});

export const voidRoutes = (parts: BinaryParts): readonly Route[] => [
  ...decisionRoutes(parts),
  ...viewRoutes(parts),
];

function decisionRoutes({ database, desk, offers, publish, rounds }: BinaryParts): readonly Route[] {
  return [
    serve(requestVoid, async ({ body, principal: { site, player }, now }) => {
      const round = offers.roundOf(body.tradeRoundId);
      if (round === undefined) return NO_ROUND;
      if (now > later(round.close, VOID_WITHIN_MS)) return { ok: false, refusal: 'VOID_TOO_LATE' };
      const { reason } = body;
      const request = await database.transaction(async (tx) => {
        const asked = await insertVoidRequest(tx, { site, round: round.id, reason, staff: player, now });
        if (asked === undefined) return undefined;
        await insertStaffChange(tx, {
          ...{ site, area: 'ROUND_VOID', subject: String(round.id) },
          before: null,
          after: { asked: asked.id },
          by: { staff: player, now, reason },
        });
        return asked;
      });
      return request === undefined ? DONE_BEFORE : { ok: true, reply: wireVoid(request) };
    }),
    serve(approveVoid, async ({ body, principal: { site, player }, now }) => {
      const request = await database.transaction((tx) => findVoidRequest(tx, site, body.voidRequestId));
      if (request === undefined) return NO_REQUEST;
      if (request.requestedBy === player) return { ok: false, refusal: 'SECOND_PERSON_NEEDED' };
      const round = offers.roundOf(request.round);
      if (round === undefined) return NO_ROUND;
      // Marked first, so that nobody turns down what is being done.
      const approved = await database.transaction((tx) =>
        approveVoidRequest(tx, { id: request.id, staff: player, now }),
      );
      if (approved === undefined) return DONE_BEFORE;
      const outcome = await desk.submit(voidCommand(site, round.offer, request, player));
      if (!outcome.ok) {
        const refusal = refusalFor(approveVoid, outcome.refusal);
        if (refusal !== 'ALREADY_PROCESSED')
          await database.transaction((tx) => releaseVoidRequest(tx, request.id));
        return { ok: false, refusal };
      }
      // The desk has decided; failing to write it down here does not change that.
      const { reason } = request;
      await database.transaction((tx) =>
        insertStaffChange(tx, {
          ...{ site, area: 'ROUND_VOID', subject: String(round.id) },
          before: { asked: request.id },
          after: { void: true },
          by: { staff: request.requestedBy, confirmedBy: player, now, reason },
        }),
      );
      publish(site, { type: 'ROUND_VOID', at: now, data: voidPush(round, reason) });
      if (round.offer.family !== 'BALL') await rounds.settleNow();
      return { ok: true, reply: wireVoid(approved) };
    }),
    serve(withdrawVoid, async ({ body, principal: { site, player }, now }) => {
      const withdrawn = await database.transaction(async (tx) => {
        const request = await findVoidRequest(tx, site, body.voidRequestId);
        if (request === undefined) return 'MISSING';
        const ended = await withdrawVoidRequest(tx, { id: request.id, staff: player, now });
        if (ended === undefined) return undefined;
        await insertStaffChange(tx, {
          ...{ site, area: 'ROUND_VOID', subject: String(request.round) },
          before: { asked: request.id },
          after: { withdrawn: true },
          by: { staff: player, now, reason: body.reason },
        });
        return ended;
      });
      if (withdrawn === 'MISSING') return NO_REQUEST;
      return withdrawn === undefined ? DONE_BEFORE : { ok: true, reply: wireVoid(withdrawn) };
    }),
    serve(voidRequests, async ({ query: { page, size, beforeId: before }, principal: { site } }) => {
      const { rows, total } = await database.transaction((tx) =>
        listVoidRequests(tx, { site, before, page, size }),
      );
      return { ok: true, reply: pageReply(rows.map(wireVoid), { page, size, total }) };
    }),
  ];
}

const voidPush = ({ id, offer }: OfferRound, reason: string) => ({
  tradeRoundId: id,
  tradeOptionId: offer.id,
  stock: offer.instrument.code,
  status: 3 as const,
  openPrice: null,
  closePrice: null,
  voidReason: 'STAFF',
  voidText: reason,
  ball: null,
});

const voidCommand = (site: SiteId, { family }: Offer, request: VoidRequest, staff: number): AnyCommand => ({
  kind: family === 'BALL' ? 'VOID_BALL' : 'VOID_ROUND',
  site,
  player: HOUSE,
  round: request.round,
  reason: request.reason,
  requestedBy: request.requestedBy,
  approvedBy: staff,
});

/** A slice is as large as one payment, so the desk is held no longer than by one of those. */
const MOST_SLICES = 10;
const MOST_TICKS = 600;

function viewRoutes({ database, desk, offers, sites, settings, ticks }: BinaryParts): readonly Route[] {
  return [
    serve(voidEffect, async ({ query: { tradeRoundId, size }, principal: { site }, now }) => {
      const round = offers.roundOf(tradeRoundId);
      if (round === undefined) return NO_ROUND;
      const shares: VoidShare[] = [];
      let first: VoidSlice | undefined;
      let seenPlayers = 0;
      for (let slice = 0; slice < MOST_SLICES; slice += 1) {
        const read = await desk.read(readVoidEffect, { site, round: round.id, from: seenPlayers });
        if (read === undefined) return BEHIND;
        first ??= read.seen;
        shares.push(...(read.seen?.shares ?? []));
        seenPlayers = new Set(shares.map(({ player }) => player)).size;
        if (read.seen === undefined || read.seen.shares.length === 0 || seenPlayers >= read.seen.players)
          break;
      }
      const until = round.offer.family === 'BALL' ? null : later(round.close, VOID_WITHIN_MS);
      const isLate = until !== null && now > until;
      const rows = shares.toSorted(mostFirst).slice(0, size);
      const names = await database.transaction((tx) =>
        listNames(
          tx,
          site,
          rows.map(({ player }) => player),
        ),
      );
      const reply: Effect = {
        state: first === undefined ? 'NOTHING' : isLate ? 'TOO_LATE' : first.state,
        untilMillis: until,
        ...sumsOf(shares),
        players: first?.players ?? 0,
        isWhole: first?.state !== 'OPEN' || seenPlayers >= first.players,
        rows: rows.map((share) => wireShare(share, names)),
      };
      return { ok: true, reply };
    }),
    serve(officeRound, async ({ query: { tradeRoundId }, principal: { site }, now }) => {
      const round = offers.roundOf(tradeRoundId);
      const known = sites.byId(site);
      assert(known !== undefined, 'staff belong to a site');
      if (round === undefined) return NO_ROUND;
      const { offer, open, close } = round;
      const { row, request, names } = await database.transaction(async (tx) => {
        const found = await findVoidOfRound(tx, site, round.id);
        const people = [found?.requestedBy, found?.approvedBy, found?.withdrawnBy];
        const ids = people.filter((each) => typeof each === 'number');
        return {
          row: await findRound(tx, site, round.id),
          request: found,
          names: await listNames(tx, site, ids),
        };
      });
      const { staleMs, code } = offer.instrument;
      const from = earlier(open, 2 * staleMs);
      // What has not happened yet is no gap.
      const span = { from, to: close < now ? close : now };
      const received = offer.family === 'BALL' ? [] : await ticks.gather(code, span);
      const gaps = gapsIn(received, { ...span, staleMs });
      const terms = settings.termsOf(known, offer);
      const reply: ReplyOf<typeof officeRound> = {
        round: wireRound(round, { row, terms, now }),
        strikeMode: offer.family === 'BALL' ? 'DRAW' : terms.strikeMode,
        ticks: thinned(received).map(({ ts, price }) => ({ atMillis: ts, price: toDecimal(price) })),
        tickCount: received.length,
        gaps,
        request: request === undefined ? null : wireVoid(request),
        names: Object.fromEntries([...names.values()].map(({ id, name }) => [String(id), name])),
      };
      return { ok: true, reply };
    }),
  ];
}

const mostFirst = (a: VoidShare, b: VoidShare): number => {
  const sizeOf = ({ change }: VoidShare): bigint => (change < 0n ? -change : change);
  if (a.missing !== b.missing) return a.missing > b.missing ? -1 : 1;
  if (sizeOf(a) !== sizeOf(b)) return sizeOf(a) > sizeOf(b) ? -1 : 1;
  return a.player - b.player;
};

type Effect = ReplyOf<typeof voidEffect>;

function sumsOf(
  shares: readonly VoidShare[],
): Pick<Effect, 'currency' | 'stake' | 'paid' | 'getBack' | 'giveBack' | 'missing' | 'house'> {
  const add = (of: (share: VoidShare) => bigint): bigint =>
    shares.reduce((sum, share) => sum + of(share), 0n);
  const people = (fits: (share: VoidShare) => boolean, of: (share: VoidShare) => bigint) => {
    const those = shares.filter(fits);
    const amount = those.reduce((sum, share) => sum + of(share), 0n) as Amount;
    return { players: new Set(those.map(({ player }) => player)).size, amount: toDecimal(amount) };
  };
  // What was paid is there no more; a stake that waits was never the house's.
  const house = add(({ stake, paid }) => (paid === undefined ? 0n : paid - stake)) as Amount;
  return {
    currency: shares[0]?.currency ?? null,
    stake: toDecimal(add(({ stake }) => stake) as Amount),
    paid: toDecimal(add(({ paid }) => paid ?? 0n) as Amount),
    getBack: people(
      ({ change }) => change > 0n,
      ({ change }) => change,
    ),
    giveBack: people(
      ({ change }) => change < 0n,
      ({ change }) => -change,
    ),
    missing: people(
      ({ missing }) => missing > 0n,
      ({ missing }) => missing,
    ),
    house: toDecimal(house),
  };
}

const wireShare = (share: VoidShare, names: ReadonlyMap<number, PersonName>): Effect['rows'][number] => ({
  playerId: share.player,
  username: names.get(share.player)?.username ?? null,
  name: names.get(share.player)?.name ?? null,
  stakes: Object.fromEntries(
    Object.entries(share.stakes).map(([pick, stake]) => [typeOf(pick), toDecimal(stake)]),
  ),
  stake: toDecimal(share.stake),
  paid: share.paid === undefined ? null : toDecimal(share.paid),
  status: share.status ?? null,
  change: toDecimal(share.change),
  missing: toDecimal(share.missing),
});

function gapsIn(
  ticks: readonly ReceivedTick[],
  { from, to, staleMs }: { readonly from: number; readonly to: number; readonly staleMs: number },
) {
  const gaps: { fromMillis: number; toMillis: number }[] = [];
  let last = from;
  for (const at of [...ticks.map(({ ts }) => ts), to]) {
    if (at - last > staleMs) gaps.push({ fromMillis: last, toMillis: at });
    last = at;
  }
  return gaps;
}

/** Every nth, and whatever lies beside a long silence: a gap must not move. */
function thinned(ticks: readonly ReceivedTick[]): readonly ReceivedTick[] {
  const every = Math.ceil(ticks.length / MOST_TICKS);
  if (every <= 1) return ticks;
  const isEdge = (place: number): boolean => {
    const [before, own, after] = [ticks[place - 1], ticks[place], ticks[place + 1]];
    if (before === undefined || own === undefined || after === undefined) return true;
    return own.ts - before.ts > SILENT_MS || after.ts - own.ts > SILENT_MS;
  };
  return ticks.filter((_, place) => place % every === 0 || isEdge(place));
}
const SILENT_MS = 1_000;
