// The round of every offer at an instant, for the column of rounds: read once for all offers and advanced by time.
import { publicRounds, type WireTradeRound } from '@maru/contract/binary/calls';
import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { MOST_STOCKS } from '@maru/contract/market';
import { familyOf } from '@maru/engine/rounds/round';
import { MINUTE_MS } from '@maru/engine/time';
import { useMemo } from 'react';
import { useEvery } from '../../market/prices/use-every.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { roundsAt } from '../rounds/rounds-at.ts';

/** Rounds follow from time alone; read again, the list knows which sessions have begun or ended. */
const ASK_AGAIN_AFTER_MS = 5 * MINUTE_MS;

/** How long before its last instant a round takes no more bets. */
const cutOffOf = ({ type, openMillis, closeMillis, betEndMillis }: WireTradeRound): number =>
  (familyOf(type) === 'BINARY' ? closeMillis : openMillis) - betEndMillis;

/** The round of an offer that is bet on at this instant; undefined where none is known. */
function listedRoundAt(rounds: readonly WireTradeRound[], now: number): WireTradeRound | undefined {
  const newest = rounds.toSorted((a, b) => a.openMillis - b.openMillis).at(-1);
  if (newest === undefined) return undefined;
  const known = { round: newest, running: null, terms: { cutOffMillis: cutOffOf(newest) } };
  return roundsAt(known, now).round ?? undefined;
}

export function useListedRounds(offers: readonly WireBinaryOption[]) {
  const open = offers.filter(({ isOpen }) => isOpen === 1).map(({ stock }) => stock);
  const stockListStrs = [...new Set(open)].slice(0, MOST_STOCKS).join(',');
  const { reply, reload } = useAnswer(publicRounds, stockListStrs === '' ? null : { stockListStrs });
  useEvery(ASK_AGAIN_AFTER_MS, reload);
  const byOffer = useMemo(() => Map.groupBy(reply ?? [], ({ tradeOptionId }) => tradeOptionId), [reply]);
  return (offer: number, now: number) => listedRoundAt(byOffer.get(offer) ?? [], now);
}
