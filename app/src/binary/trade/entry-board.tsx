// The page of a B type above its dock: bets are taken while the round runs, and the price just after a bet is its base.
import { directionOf, formatDecimal, formatPrice } from '@maru/client/format';
import { formatLarge } from '@maru/client/format-amount';
import type { WireTradeBet, WireTradeRound } from '@maru/contract/binary/calls';
import { SECOND_MS } from '@maru/engine/time';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { priceDifference } from '../../market/prices/price-difference.ts';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { BetLine } from '../bet/bet-line.tsx';
import { directionOfBet } from '../bet/bet-view.ts';
import type { EntryShown } from '../chart/round-chart.tsx';
import type { BinaryText } from '../offers/game-label.ts';
import { phaseOf } from '../rounds/rounds-at.ts';
import { entryBase } from './base-price.ts';
import type { BoardProps } from './board.ts';
import { BoardLayout } from './board-layout.tsx';
import { CLOSING_SECONDS } from './closing.ts';
import { RoundClock, RoundPrice } from './price-clock.tsx';

interface At {
  readonly now: number;
  readonly graceMs: number;
}

/** In a running round, or in one that is over and not judged yet. */
const pendingBets = (bets: readonly WireTradeBet[], { now, graceMs }: At): readonly WireTradeBet[] =>
  bets.filter(({ openMillis, closeMillis }) => openMillis <= now && now < closeMillis + graceMs);

/** The bets that the page shows: those in progress come first. */
export function waitingBets(bets: readonly WireTradeBet[], at: At): readonly WireTradeBet[] {
  const pending = pendingBets(bets, at);
  return pending.length > 0 ? pending : bets;
}

export function EntryBoard(board: BoardProps) {
  const { offer, terms, rounds, now, bets, market, paced, layout: Layout = BoardLayout } = board;
  const words = useWords(binaryWords);
  const { language } = useLanguage();
  const { precision } = offer;
  const { round } = rounds;
  const at = { now, graceMs: terms.graceMillis };
  const shownBets = waitingBets(bets, at);
  const base = entryBase(pendingBets(bets, at), market, now);
  const phase = round && phaseOf(round, now);
  const clock = round && clockOf(round, now, words);
  const isClosing = phase === 'open' && clock && clock.leftMs / SECOND_MS <= CLOSING_SECONDS;
  return (
    <Layout
      board={board}
      figures={
        <>
          <RoundPrice
            paced={paced}
            precision={precision}
            base={base === 'now' ? undefined : base}
            caption={captionOf(round, base, words)}
          />
          <RoundClock
            leftMs={clock?.leftMs}
            caption={clock?.caption ?? words.betweenRounds}
            state={phase === 'open' ? (isClosing ? 'closing' : 'open') : 'locked'}
          />
        </>
      }
      label={labelOf(board, base, { name: nameOf(offer, language), words })}
      shown={{
        kind: 'entry',
        base,
        closeAt: round?.betEndMillis,
        endAt: round?.closeMillis,
        pins: pinsOf(bets, (bet) => `${words[directionOfBet(bet)]} ${formatLarge(bet.point, { language })}`),
        words,
      }}
      bets={
        <BetLine
          bets={shownBets}
          others={bets.length - shownBets.length}
          market={market}
          paced={paced}
          now={now}
          isToldBelow={phase === 'locked'}
          onPress={board.onSeeBets}
        />
      }
      isRuled
    />
  );
}

function captionOf(round: WireTradeRound | null, base: EntryShown['base'], words: BinaryText): string {
  if (round === null) return words.lastPrice;
  if (base === undefined) return words.baseWithResult;
  return base === 'now' ? words.baseIsNext : words.fromEntry;
}

function clockOf(
  round: WireTradeRound,
  now: number,
  words: BinaryText,
): { readonly leftMs: number; readonly caption: string } {
  const no = formatDecimal(String(round.no));
  switch (phaseOf(round, now)) {
    case 'soon':
      return { leftMs: round.betStartMillis - now, caption: words.untilBets(no) };
    case 'open':
      return { leftMs: round.betEndMillis - now, caption: words.untilClose(no) };
    case 'locked':
      return { leftMs: round.closeMillis - now, caption: words.untilResult(no) };
  }
}

/** Only the newest of each side carries a flag; more would hide the line. */
function pinsOf(bets: readonly WireTradeBet[], flag: (bet: WireTradeBet) => string) {
  return bets.map((bet, index) => {
    const isNewest = !bets.slice(index + 1).some(({ type }) => type === bet.type);
    return {
      at: bet.createdMillis,
      direction: directionOfBet(bet),
      words: isNewest ? flag(bet) : undefined,
    };
  });
}

function labelOf(
  { paced, offer: { precision } }: BoardProps,
  base: EntryShown['base'],
  { name, words }: { readonly name: string; readonly words: BinaryText },
): string {
  const last = paced.get().quote?.lastPrice;
  const price = formatPrice(last, precision);
  const gap = base === 'now' ? undefined : priceDifference(last, base);
  if (gap === undefined) return words.chartAlone(name, price);
  const size = formatPrice(gap.replace('-', ''), precision);
  const sentence = { up: words.chartAbove, down: words.chartBelow, flat: words.chartEqual }[directionOf(gap)];
  return sentence(name, price, size);
}
