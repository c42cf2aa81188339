// The page of a B type above its dock: bets are taken while the round runs, and the price just after a bet is its base.
import { directionOf, formatDecimal, formatPrice } from '@maru/client/format';
import { formatLarge } from '@maru/client/format-amount';
import type { WireTradeBet, WireTradeRound } from '@maru/contract/binary/calls';
import { SECOND_MS } from '@maru/engine/time';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { priceDifference } from '../../market/prices/price-difference.ts';
import { useWatched } from '../../shell/platform.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { BetLine } from '../bet/bet-line.tsx';
import { type Market, profitOfAll, sideOf, strikeOf } from '../bet/bet-view.ts';
import type { BinaryText } from '../offers/game-label.ts';
import { type Phase, phaseOf } from '../rounds/rounds-at.ts';
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
  const { offer, terms, rounds, now, bets, market, paced } = board;
  const words = useWords(binaryWords);
  const { language } = useLanguage();
  const { precision } = offer;
  const { round } = rounds;
  const at = { now, graceMs: terms.graceMillis };
  const shownBets = waitingBets(bets, at);
  const base = entryBase(pendingBets(bets, at), market, now);
  const phase = round && phaseOf(round, now);
  const clock = round && phase ? clockOf({ round, phase, now, words }) : undefined;
  const isClosing = phase === 'open' && clock && clock.leftMs / SECOND_MS <= CLOSING_SECONDS;
  return (
    <BoardLayout
      board={board}
      figures={
        <>
          <RoundPrice
            paced={paced}
            precision={precision}
            base={base === 'now' ? undefined : base}
            caption={captionOf({ round, base, words })}
          />
          <RoundClock
            leftMs={clock?.leftMs}
            caption={clock?.caption ?? words.betweenRounds}
            state={phase === 'open' ? (isClosing ? 'closing' : 'open') : 'locked'}
          />
        </>
      }
      label={labelOf({
        name: nameOf(offer, language),
        last: paced.get().quote?.lastPrice,
        base,
        precision,
        words,
      })}
      shown={{
        kind: 'entry',
        base,
        closeAt: round?.betEndMillis,
        endAt: round?.closeMillis,
        pins: pinsOf(
          bets,
          (bet) => `${words[sideOf(bet) === 'UP' ? 'up' : 'down']} ${formatLarge(bet.point, { language })}`,
        ),
        words: {
          upWins: words.upWins,
          downWins: words.downWins,
          close: words.closeLine,
          result: words.resultLine,
        },
      }}
      bets={
        <LiveBetLine
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

function captionOf({
  round,
  base,
  words,
}: {
  readonly round: WireTradeRound | null;
  readonly base: string | 'now' | undefined;
  readonly words: BinaryText;
}): string {
  if (round === null) return words.lastPrice;
  if (base === undefined) return words.baseWithResult;
  return base === 'now' ? words.baseIsNext : words.fromEntry;
}

interface ClockAsked {
  readonly round: WireTradeRound;
  readonly phase: Phase;
  readonly now: number;
  readonly words: BinaryText;
}

function clockOf({ round, phase, now, words }: ClockAsked): {
  readonly leftMs: number;
  readonly caption: string;
} {
  const no = formatDecimal(String(round.no));
  switch (phase) {
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
      direction: sideOf(bet) === 'UP' ? ('up' as const) : ('down' as const),
      words: isNewest ? flag(bet) : undefined,
    };
  });
}

function labelOf({
  name,
  last,
  base,
  precision,
  words,
}: {
  readonly name: string;
  readonly last: string | undefined;
  readonly base: string | 'now' | undefined;
  readonly precision: number;
  readonly words: BinaryText;
}): string {
  const price = formatPrice(last, precision);
  const gap = base === 'now' ? undefined : priceDifference(last, base);
  if (gap === undefined) return words.chartAlone(name, price);
  const size = formatPrice(gap.replace('-', ''), precision);
  const sentence = { up: words.chartAbove, down: words.chartBelow, flat: words.chartEqual }[directionOf(gap)];
  return sentence(name, price, size);
}

interface LineProps {
  readonly bets: readonly WireTradeBet[];
  readonly others: number;
  readonly market: Market;
  readonly paced: BoardProps['paced'];
  readonly now: number;
  /** The locked dock shows the current result; this line then shows only the bet. */
  readonly isToldBelow: boolean;
  readonly onPress: () => void;
}

/** A component of its own, so that a tick renders one line. */
function LiveBetLine({ bets, others, market, paced, now, isToldBelow, onPress }: LineProps) {
  const last = useWatched(paced).quote?.lastPrice;
  const newest = bets.at(-1);
  return (
    <BetLine
      bets={bets}
      others={others}
      currency={market.currency}
      precision={market.precision}
      strike={newest && strikeOf(newest, market, now)}
      profit={isToldBelow ? undefined : profitOfAll(bets, market, { last, now })}
      isJudging={newest !== undefined && newest.closeMillis <= now}
      onPress={onPress}
    />
  );
}
