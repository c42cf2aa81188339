// The calls of binary options, bound to their handlers.
import {
  betList,
  currentRound,
  dailySummary,
  MOST_RECENT_BETS,
  myOptionBets,
  myRecentBets,
  myRoundBets,
  oneRound,
  placeBet as placeBetCall,
  publicRounds,
  recentRound,
  roundList,
  type WireTradeRound,
} from '@maru/contract/binary/calls';
import { betReceipt, betReceiptTicks } from '@maru/contract/binary/receipt';
import { type Range, rangeOf } from '@maru/contract/moment';
import { refusals } from '@maru/contract/refusals';
import { toDecimal } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { openingToBetOn } from '@maru/engine/rounds/round';
import { DAY_MS, floorTo, HOUR_MS, koreanDay, type Millis, millis } from '@maru/engine/time';
import { roundsSince } from '../bets/archive.ts';
import { findArchiveMark } from '../desk/archive-mark.ts';
import { ARCHIVED, answerFound, BEHIND } from '../desk/table-answer.ts';
import { pageReply } from '../http/paging.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { shownPrice } from '../market/listed.ts';
import { type BetFilter, countBets, hasBet, listBets, sumBets } from './bet-store.ts';
import type { BinaryParts } from './deps.ts';
import { isInSession, type Offer, type OfferRound, roundAt } from './offers.ts';
import { placeBet } from './place-bet.ts';
import { findReceipt, findReceiptTicks } from './receipts.ts';
import {
  countRounds,
  findRound,
  findRounds,
  listNewestRounds,
  listRounds,
  type RoundFilter,
  type RoundRow,
} from './round-store.ts';
import { creditOf, sideOf, wireBet, wireRound, wireTerms } from './wire.ts';

export const NO_OFFER = { ok: false, refusal: 'OPTION_NOT_FOUND' } as const;
export const NO_ROUND = { ok: false, refusal: 'ROUND_NOT_FOUND' } as const;
/** Rounds exist for an hour ahead (docs/rules.md 1.2). */
const AHEAD_MS = HOUR_MS;

export function binaryRoutes(parts: BinaryParts): readonly Route[] {
  return [...roundRoutes(parts), ...summaryRoutes(parts), ...betRoutes(parts), ...receiptRoutes(parts)];
}

/** Where each bet has a strike of its own, prices without the time of their source cannot be used. */
const missingTime = ({ prices }: BinaryParts, { family, instrument }: Offer, now: Millis) =>
  family !== 'BINARY' || prices.stampsTicks(instrument.code, now)
    ? undefined
    : { reason: refusals.NO_SOURCE_TIME.ko, since: now };

function roundRoutes(parts: BinaryParts): readonly Route[] {
  const { database, offers, sites, settings, halts, ball } = parts;

  /** The round to bet on and the running one, where they lie inside the session. */
  function under(offer: Offer, now: Millis): { readonly next?: OfferRound; readonly running?: OfferRound } {
    const next = roundAt(offer, openingToBetOn(offer.type, now));
    const running = roundAt(offer, floorTo(now, offer.lengthMs));
    const isRunning = offer.family === 'RENT' && isInSession(running);
    return { ...(isInSession(next) ? { next } : {}), ...(isRunning ? { running } : {}) };
  }

  async function show(site: SiteId, round: OfferRound, now: Millis): Promise<WireTradeRound> {
    return seen(site, round, await database.transaction((tx) => findRound(tx, site, round.id)), now);
  }

  const seen = (site: SiteId, round: OfferRound, row: RoundRow | undefined, now: Millis): WireTradeRound =>
    wireRound(round, { row, openPrice: openPriceOf(parts, round, now), terms: termsOf(site, round), now });

  function termsOf(site: SiteId, { offer }: OfferRound) {
    const known = sites.byId(site);
    return known === undefined ? { cutOffMs: 0 } : settings.termsOf(known, offer);
  }

  const shown = (site: SiteId, now: Millis, rows: Awaited<ReturnType<typeof listRounds>>) =>
    rows.flatMap((row) => {
      const round = offers.roundOf(row.id);
      return round === undefined ? [] : [wireRound(round, { row, terms: termsOf(site, round), now })];
    });

  return [
    serve(currentRound, async ({ query, site, now }) => {
      const offer = offers.byId(query.tradeOptionId);
      const known = sites.byId(site);
      if (offer === undefined || known === undefined) return NO_OFFER;
      const { next, running } = under(offer, now);
      const byStaff = halts.current(site, offer.id);
      const halt = byStaff ?? missingTime(parts, offer, now);
      const round = next && (await show(site, next, now));
      // A ball round that was not sealed before its betting began can never be bet on.
      const isSealed = offer.family !== 'BALL' || round?.ball != null;
      return {
        ok: true,
        reply: {
          serverMillis: now,
          round: isSealed ? (round ?? null) : null,
          running: running === undefined ? null : await show(site, running, now),
          terms: wireTerms(known, offer, settings.termsOf(known, offer), ball.oddsOf(site)),
          halt:
            halt === undefined
              ? null
              : {
                  reason: halt.reason,
                  sinceMillis: halt.since,
                  voidsRounds: byStaff !== undefined,
                },
        },
      };
    }),
    serve(recentRound, async ({ query, site, now }) => {
      const offer = offers.byId(query.tradeOptionId);
      if (offer === undefined) return NO_OFFER;
      const rows = await database.transaction((tx) =>
        listRounds(tx, { site, offer: offer.id }, { offset: 0, limit: 1 }),
      );
      const [round] = shown(site, now, rows);
      return round === undefined ? NO_ROUND : { ok: true, reply: round };
    }),
    serve(oneRound, async ({ query, site, now }) => {
      const round = offers.roundOf(query.tradeRoundId);
      if (round === undefined || round.open > now + AHEAD_MS || !isInSession(round)) return NO_ROUND;
      const reply = await show(site, round, now);
      // No process was running to record its end, and nobody bet on it.
      const isForgotten = reply.isPlay === 0 && reply.status === 0 && now - round.close > 60_000;
      return isForgotten ? NO_ROUND : { ok: true, reply };
    }),
    serve(roundList, async ({ query, site, now }) => {
      const offer = offers.byId(query.tradeOptionId);
      if (offer === undefined) return NO_OFFER;
      const { page, size, isPlayStrs = ['0'], statusStrs } = query;
      const range = rangeOf(query);
      const statuses = statusStrs?.map(Number);
      const isWanted = isPlayStrs.includes('1') && (statuses === undefined || statuses.includes(0));
      const { next, running } = under(offer, now);
      const rounds = [next, running].filter((each) => each !== undefined);
      const live = isWanted
        ? (await Promise.all(rounds.map((round) => show(site, round, now)))).filter(
            ({ isPlay, closeMillis }) => isPlay === 1 && closeMillis >= range.from && closeMillis < range.to,
          )
        : [];
      const filter: RoundFilter = { site, offer: offer.id, statuses, ...range };
      const start = page * size;
      const own = live.slice(start, start + size);
      const over = isPlayStrs.includes('0')
        ? await database.transaction(async (tx) => ({
            counts: await countRounds(tx, filter),
            rows: await listRounds(tx, filter, {
              offset: Math.max(0, start - live.length),
              limit: size - own.length,
            }),
          }))
        : { counts: new Map<number, number>(), rows: [] };
      const total = live.length + [...over.counts.values()].reduce((sum, count) => sum + count, 0);
      const content = [...own, ...shown(site, now, over.rows)];
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
    serve(publicRounds, async ({ query, site, now }) => {
      const codes = new Set(query.stockListStrs);
      const listed = new Set(parts.instruments.map(({ code }) => code));
      if (![...codes].every((code) => listed.has(code))) {
        return { ok: false, refusal: 'INVALID_REQUEST', field: 'stockListStrs' };
      }
      const wanted = offers.all.filter(({ instrument }) => codes.has(instrument.code));
      const live = wanted.map((offer) => {
        const { next, running } = under(offer, now);
        return { offer, rounds: [running, next].filter((each) => each !== undefined) };
      });
      const { newest, rows } = await database.transaction(async (tx) => {
        const ids = live.flatMap(({ rounds }) => rounds.map(({ id }) => id));
        const optionIds = wanted.map(({ id }) => id);
        return { newest: await listNewestRounds(tx, site, optionIds), rows: await findRounds(tx, site, ids) };
      });
      const over = new Map(newest.map((row) => [row.offer, row]));
      const reply = live.flatMap(({ offer, rounds }) => {
        const last = over.get(offer.id);
        const running = rounds.map((round) => seen(site, round, rows.get(round.id), now));
        return [...(last === undefined ? [] : shown(site, now, [last])), ...running];
      });
      return { ok: true, reply };
    }),
  ];
}

/** The price at which a running round opened; it may still change while late ticks count. */
function openPriceOf({ ticks }: BinaryParts, { offer, open }: OfferRound, now: Millis): string | undefined {
  if (offer.family !== 'RENT' || now < open) return undefined;
  const { instrument } = offer;
  const tick = ticks.at(instrument.code, open);
  if (tick === undefined || open - tick.ts > instrument.staleMs) return undefined;
  return shownPrice(instrument, tick.price);
}

const summaryRoutes = (parts: BinaryParts): readonly Route[] => [
  serve(dailySummary, async ({ query, site, principal, now }) => {
    const offer = query.tradeOptionId === undefined ? undefined : parts.offers.byId(query.tradeOptionId);
    if (query.tradeOptionId !== undefined && offer === undefined) return NO_OFFER;
    const day = koreanDay(millis(query.date?.at ?? now));
    const range = { from: day, to: day + DAY_MS };
    const mine =
      principal === undefined ? null : await sumOwn(parts, principal, { offer: offer?.id, ...range });
    if (mine === 'BEHIND') return BEHIND;
    if (mine === 'ARCHIVED') return ARCHIVED;
    const counts =
      offer &&
      (await parts.database.transaction((tx) => countRounds(tx, { site, offer: offer.id, ...range })));
    const count = (status: number) => counts?.get(status) ?? 0;
    const isBall = offer?.family === 'BALL';
    const rounds = isBall
      ? { up: 0, down: 0, void: count(3), drawn: count(1) }
      : { up: count(1), down: count(2), void: count(3), drawn: 0 };
    return { ok: true, reply: { dateMillis: day, rounds, mine } };
  }),
];

async function sumOwn(
  { database, desk }: BinaryParts,
  { site, player }: Principal,
  filter: Pick<BetFilter, 'offer' | 'to'> & { readonly from: number },
) {
  if (!(await desk.caughtUp(player))) return 'BEHIND';
  const { sums, archived } = await database.transaction(async (tx) => ({
    sums: await sumBets(tx, { site, player, ...filter }),
    archived: await findArchiveMark(tx, player),
  }));
  // Sums of a part of the day would be wrong.
  if (archived !== undefined && filter.from < roundsSince(archived)) return 'ARCHIVED';
  const of = (status: number) => sums.find((each) => each.status === status);
  const decided = sums.filter(({ status }) => status !== 0);
  const credit = decided.reduce((sum, each) => sum + creditOf(each), 0n);
  const stake = sums.reduce((sum, each) => sum + each.stake, 0n);
  const staked = decided.reduce((sum, each) => sum + each.stake, 0n);
  return {
    bets: sums.reduce((sum, { bets }) => sum + bets, 0),
    won: of(1)?.bets ?? 0,
    lost: of(2)?.bets ?? 0,
    void: of(3)?.bets ?? 0,
    open: of(0)?.bets ?? 0,
    stake: toDecimal(stake),
    credit: toDecimal(credit),
    profit: toDecimal(credit - staked),
  };
}

function betRoutes(parts: BinaryParts): readonly Route[] {
  const { database, desk, offers } = parts;

  async function list(
    filter: BetFilter,
    order: 'asc' | 'desc',
    limit: number,
  ): Promise<{ readonly ok: true; readonly reply: ReturnType<typeof wireBet>[] } | typeof BEHIND> {
    if (!(await desk.caughtUp(filter.player))) return BEHIND;
    const rows = await database.transaction((tx) => listBets(tx, filter, { order, offset: 0, limit }));
    return { ok: true, reply: rows.map((row) => wireBet(offers.byId(row.offer), row)) };
  }

  /**
   * For something that was not found: whether it lies before the oldest retained time, or is a bet from before that.
   */
  const isArchived = (
    player: PlayerId,
    { to, id }: { readonly to?: number | undefined; readonly id?: number | undefined },
  ) =>
    database.transaction(async (tx) => {
      const archived = await findArchiveMark(tx, player);
      if (archived === undefined) return false;
      if (to !== undefined && to <= roundsSince(archived)) return true;
      return id !== undefined && id <= archived.event && !(await hasBet(tx, id));
    });

  return [
    serve(placeBetCall, ({ body, principal, key, now }) =>
      placeBet(parts, { body, principal, key, receivedAt: now }),
    ),
    serve(myRoundBets, async ({ query, principal: { site, player } }) => {
      const round = offers.roundOf(query.tradeRoundId);
      if (round === undefined) return NO_ROUND;
      const listed = await list(
        { site, player, round: round.id, ...betTimesOf(round) },
        'asc',
        MOST_OPEN_BETS,
      );
      const isGone =
        listed.ok && listed.reply.length === 0 && (await isArchived(player, { to: round.close }));
      return isGone ? ARCHIVED : listed;
    }),
    serve(myOptionBets, async ({ query, principal: { site, player } }) => {
      if (offers.byId(query.tradeOptionId) === undefined) return NO_OFFER;
      return list({ site, player, offer: query.tradeOptionId, statuses: [0] }, 'asc', MOST_OPEN_BETS);
    }),
    serve(myRecentBets, async ({ query, principal: { site, player } }) => {
      if (offers.byId(query.tradeOptionId) === undefined) return NO_OFFER;
      return list({ site, player, offer: query.tradeOptionId }, 'desc', MOST_RECENT_BETS);
    }),
    serve(betList, async ({ query, principal: { site, player } }) => {
      if (query.playerId !== undefined && query.playerId !== player) {
        return { ok: false, refusal: 'FORBIDDEN', field: 'playerId' };
      }
      if (!(await desk.caughtUp(player))) return BEHIND;
      const { page, size } = query;
      const filter: BetFilter = {
        site,
        player,
        offer: query.tradeOptionId,
        round: query.tradeRoundId,
        picks: query.tradeTypeStrs?.map(sideOf),
        types: query.typeStrs,
        statuses: query.statusStrs?.map(Number),
        before: query.beforeId,
        ...withinRound(
          rangeOf(query),
          query.tradeRoundId === undefined ? undefined : offers.roundOf(query.tradeRoundId),
        ),
      };
      const { rows, total } = await database.transaction(async (tx) => ({
        rows: await listBets(tx, filter, { order: 'desc', offset: page * size, limit: size }),
        total: await countBets(tx, filter),
      }));
      if (total === 0 && (await isArchived(player, { to: filter.to, id: filter.before }))) return ARCHIVED;
      const content = rows.map((row) => wireBet(offers.byId(row.offer), row));
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
  ];
}

/** The part of a time range in which the bets of the round, if one is given, can have been accepted. */
const withinRound = ({ from, to }: Range, round: OfferRound | undefined): Range => {
  if (round === undefined) return { from, to };
  const times = betTimesOf(round);
  return { from: Math.max(from, times.from), to: Math.min(to, times.to) };
};

/** When the bets of a round can have been accepted, so that newer bets need not be read to find them. */
const betTimesOf = ({ open, close }: OfferRound) => ({ from: open - HOUR_MS, to: close });

/** More than a player may have open at once, by any setting. */
const MOST_OPEN_BETS = 500;

function receiptRoutes(parts: BinaryParts): readonly Route[] {
  /** Bets have the ids of their events. */
  const made = (player: PlayerId, bet: number) => ({ player, event: bet, missing: 'BET_NOT_FOUND' }) as const;
  return [
    serve(betReceipt, ({ query: { betId: bet }, principal: { site, player } }) =>
      answerFound(parts, made(player, bet), (tx) => findReceipt(tx, parts.offers, { site, player, bet })),
    ),
    serve(betReceiptTicks, ({ query: { betId: bet }, principal: { site, player } }) =>
      answerFound(parts, made(player, bet), (tx) =>
        findReceiptTicks(tx, parts.offers, { site, player, bet }),
      ),
    ),
  ];
}
