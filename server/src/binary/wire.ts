// Rounds and bets as the calls answer them. The spec's words (LONG, tradeRoundId, point) are used here only.
import type { WireTradeBet, WireTradeRound, WireTradeTerms } from '@maru/contract/binary/calls';
import { toDecimal } from '@maru/engine/amount';
import { type BinaryTerms, GRACE_MS } from '@maru/engine/binary/terms';
import { windowsOf } from '@maru/engine/rounds/round';
import { later, type Millis } from '@maru/engine/time';
import type { BetRow } from './bet-store.ts';
import type { BinarySite } from './deps.ts';
import { numberInDay, type Offer, type OfferRound } from './offers.ts';
import type { RoundRow } from './round-store.ts';

export const sideOf = (type: string): string => (type === 'LONG' ? 'UP' : type === 'SHORT' ? 'DOWN' : type);
export const typeOf = (pick: string): string => (pick === 'UP' ? 'LONG' : pick === 'DOWN' ? 'SHORT' : pick);

export interface RoundSeen {
  readonly row?: RoundRow | undefined;
  /** The price at the opening of a running round. */
  readonly openPrice?: string | undefined;
  readonly terms: Pick<BinaryTerms, 'cutOffMs'>;
  readonly now: Millis;
}

export function wireRound(round: OfferRound, { row, openPrice, terms, now }: RoundSeen): WireTradeRound {
  const { offer, open, close } = round;
  const { betsFrom, betsUntil } = windowsOf(offer.type, open, terms.cutOffMs);
  const status = row?.status ?? 0;
  return {
    id: round.id,
    tradeOptionId: offer.id,
    stock: offer.instrument.code,
    type: offer.type,
    no: numberInDay(offer.type, open),
    betStartMillis: betsFrom,
    betEndMillis: betsUntil,
    openMillis: open,
    closeMillis: close,
    isPlay: status === 0 && now < later(close, GRACE_MS) ? 1 : 0,
    status: status as WireTradeRound['status'],
    openPrice: row?.openPrice ?? openPrice ?? null,
    closePrice: row?.closePrice ?? null,
    voidReason: (row?.voidReason ?? null) as WireTradeRound['voidReason'],
    voidText: row?.voidText ?? null,
    ball: row?.ball ?? null,
  };
}

/** What players and staff are shown of an offer's terms in the same words. */
export const wireLimits = (terms: BinaryTerms) => ({
  rate: toDecimal(terms.rate),
  stakeMin: toDecimal(terms.stakeMin),
  stakeUnit: toDecimal(terms.stakeUnit),
  stakeMax: toDecimal(terms.stakeMax),
  roundMost: toDecimal(terms.roundMost),
  ticketsMost: terms.ticketsMost,
  allowBothSides: terms.allowBothSides,
});

export function wireTerms(
  site: BinarySite,
  offer: Offer,
  terms: BinaryTerms,
  odds: ReadonlyMap<string, bigint>,
): WireTradeTerms {
  const isBall = offer.family === 'BALL';
  return {
    walletType: terms.wallet,
    currency: site.wallets.find(({ type }) => type === terms.wallet)?.currency ?? site.binaryCurrency,
    strikeMode: isBall ? 'DRAW' : terms.strikeMode,
    ...wireLimits(terms),
    odds: isBall ? Object.fromEntries([...odds].map(([market, each]) => [market, toDecimal(each)])) : {},
    cutOffMillis: terms.cutOffMs,
    graceMillis: GRACE_MS,
    staleMillis: terms.staleMs,
    tie: 'VOID',
  };
}

export function wireBet(offer: Offer | undefined, row: BetRow): WireTradeBet {
  const { status } = row;
  return {
    id: row.id,
    playerId: row.player,
    tradeRoundId: row.round,
    tradeOptionId: row.offer,
    stock: offer?.instrument.code ?? '',
    optionType: row.type,
    type: typeOf(row.pick),
    point: toDecimal(row.stake),
    rate: toDecimal(row.rate),
    payout: toDecimal(row.stake + row.profit),
    status,
    credit: status === 0 ? null : toDecimal(creditOf(row)),
    voidReason: row.voidReason as WireTradeBet['voidReason'],
    strikePrice: row.strikePrice ?? null,
    closePrice: row.closePrice ?? null,
    createdMillis: row.acceptedAt,
    openMillis: row.open,
    closeMillis: row.close,
  };
}

export function creditOf({ status, stake, profit }: Pick<BetRow, 'status' | 'stake' | 'profit'>): bigint {
  if (status === 1) return stake + profit;
  return status === 3 ? stake : 0n;
}
