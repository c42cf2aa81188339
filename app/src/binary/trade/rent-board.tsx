// The page of an R type above its dock. Everything on it belongs to one round: to the one with the member's bet while
// it runs, otherwise to the one that takes bets, which has no base price before it starts (pictures 04c and 04d).

import { directionOf, formatDecimal, formatPercent, formatPrice } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import { lengthOf } from '@maru/engine/rounds/round';
import { MINUTE_MS } from '@maru/engine/time';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { priceDifference } from '../../market/prices/price-difference.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useWatched } from '../../shell/platform.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { BetGroups } from '../bet/bet-groups.tsx';
import { stakeOfAll } from '../bet/bet-view.ts';
import { shortStake } from '../bet/short-stake.ts';
import type { EntryShown, RentShown } from '../chart/round-chart.tsx';
import type { BinaryText } from '../offers/game-label.ts';
import { phaseOf } from '../rounds/rounds-at.ts';
import type { BoardProps } from './board.ts';
import { BoardLayout } from './board-layout.tsx';
import { RoundClock, RoundPrice } from './price-clock.tsx';
import { type BetGroup, betGroups, type RentFocus, rentFocus, shownGroups } from './rent-view.ts';

export function RentBoard(board: BoardProps) {
  const { offer, rounds, now, bets, market, paced, layout: Layout = BoardLayout } = board;
  const words = useWords(binaryWords);
  const { language } = useLanguage();
  const { precision } = offer;
  const focus = rentFocus(rounds, bets);
  const groups = betGroups(bets, rounds, now);
  const timeOf = lengthOf(offer.type) % MINUTE_MS === 0 ? formatClock : formatTimeOfDay;
  const no = focus && formatDecimal(String(focus.round.no));
  const base = focus?.state === 'running' ? market.openPrice : undefined;
  const clock = focus && clockOf(focus, now, words);
  const amountOf = (group: BetGroup) => shortStake(stakeOfAll(group.bets), language);
  return (
    <Layout
      board={board}
      figures={
        <>
          {focus?.state === 'running' ? (
            <RoundPrice
              paced={paced}
              precision={precision}
              base={base}
              caption={base === undefined ? words.baseUnknown : words.fromBaseOf(no ?? '')}
            />
          ) : (
            <PriceToday paced={paced} offer={offer} />
          )}
          <RoundClock
            leftMs={clock?.leftMs}
            caption={clock?.caption ?? words.betweenRounds}
            state={focus?.state === 'running' ? 'open' : 'locked'}
          />
        </>
      }
      label={labelOf(board, focus, { name: nameOf(offer, language), base, timeOf, words })}
      shown={
        focus === undefined
          ? nothingShown(words)
          : rentShown(focus, { groups, base, timeOf, words, amountOf })
      }
      bets={
        <BetGroups
          groups={shownGroups(groups)}
          market={market}
          paced={paced}
          now={now}
          timeOf={timeOf}
          none={
            rounds.round === null ? words.betsEmpty : words.noBetsOn(formatDecimal(String(rounds.round.no)))
          }
          onPress={board.onSeeBets}
        />
      }
      // A member sees the rule beside the buttons.
      isRuled={board.isGuest}
    />
  );
}

/** Before the start there is no base to compare with: the price is shown alone, with its change of the day. */
function PriceToday({ paced, offer: { precision, isOpen } }: Pick<BoardProps, 'paced' | 'offer'>) {
  const words = useWords(binaryWords);
  const { quote } = useWatched(paced);
  const percent = quote?.priceChangePercent;
  return (
    <div>
      <div className="price-clock__figure figure">{formatPrice(quote?.lastPrice, precision)}</div>
      <div className="price-clock__caption text-caption">
        {isOpen === 1 ? words.today : words.lastPrice}
        {isOpen === 1 && (
          <b className={`price-clock__gap figure${toneClass(directionOf(percent))}`}>
            {formatPercent(percent)}
          </b>
        )}
      </div>
    </div>
  );
}

function clockOf(
  { state, round }: RentFocus,
  now: number,
  words: BinaryText,
): { readonly leftMs: number; readonly caption: string } {
  const no = formatDecimal(String(round.no));
  if (state === 'running') return { leftMs: round.closeMillis - now, caption: words.untilResult(no) };
  if (phaseOf(round, now) === 'soon')
    return { leftMs: round.betStartMillis - now, caption: words.untilBets(no) };
  return { leftMs: round.openMillis - now, caption: words.untilStart(no) };
}

/** Between sessions: only the line. */
const nothingShown = (words: BinaryText): EntryShown => ({
  kind: 'entry',
  base: undefined,
  closeAt: undefined,
  endAt: undefined,
  pins: [],
  words,
});

interface ShownParts {
  readonly groups: readonly BetGroup[];
  readonly base: string | undefined;
  readonly timeOf: (at: number) => string;
  readonly words: BinaryText;
  readonly amountOf: (group: BetGroup) => string;
}

function rentShown(
  { state, round, next }: RentFocus,
  { groups, base, timeOf, words, amountOf }: ShownParts,
): RentShown {
  const no = formatDecimal(String(round.no));
  const [start, end] = [timeOf(round.openMillis), timeOf(round.closeMillis)];
  const flagsOf = ({ id }: WireTradeRound, isWaiting: boolean) =>
    groups
      .filter(({ tradeRoundId }) => tradeRoundId === id)
      .map((group) => {
        const order = `${words[group.direction]} ${amountOf(group)}`;
        return { direction: group.direction, words: isWaiting ? words.waitingFlag(order) : order };
      });
  return {
    kind: 'rent',
    state,
    cutOffAt: round.betEndMillis,
    startAt: round.openMillis,
    endAt: round.closeMillis,
    base,
    mine: flagsOf(round, state === 'waiting'),
    nextMine: next === null ? [] : flagsOf(next, true),
    words: {
      no: words.roundNumber(no),
      times: words.rentTimes(start, end),
      timesShort: words.rentStart(start),
      running: words.rentRunning(no),
      nextNo: next === null ? '' : words.roundNumber(formatDecimal(String(next.no))),
      nextStart: next === null ? '' : words.startsAt(timeOf(next.openMillis)),
      cutOff: words.closeLine,
      start: words.startLine,
      end: words.resultLine,
      startTime: words.startTime(start),
      endTime: words.endTime(end),
      noBase: state === 'waiting' ? [words.noBaseYet.first, words.noBaseYet.second] : [words.baseUnknown],
      baseNames: [words.baseOf(no), words.whyBase],
      upWins: words.upWins,
      downWins: words.downWins,
    },
  };
}

interface LabelParts extends Pick<ShownParts, 'base' | 'timeOf' | 'words'> {
  readonly name: string;
}

function labelOf(
  { paced, offer: { precision } }: BoardProps,
  focus: RentFocus | undefined,
  { name, base, timeOf, words }: LabelParts,
): string {
  const last = paced.get().quote?.lastPrice;
  const price = formatPrice(last, precision);
  if (focus === undefined) return words.chartAlone(name, price);
  const no = formatDecimal(String(focus.round.no));
  if (focus.state === 'waiting')
    return words.rentWaiting({ name, price, no, time: timeOf(focus.round.openMillis) });
  const gap = priceDifference(last, base);
  if (gap === undefined) return words.chartAlone(name, price);
  const sentence = { up: words.rentAbove, down: words.rentBelow, flat: words.rentEqual }[directionOf(gap)];
  return sentence({ name, price, no, gap: formatPrice(gap.replace('-', ''), precision) });
}
