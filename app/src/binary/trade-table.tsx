// One round on the table: price and clock, the picture, the last results, my bets, and the dock.

import type { ReplyHeard } from '@maru/client/call';
import { formatDecimal, formatPrice, formatTimeOfDay, readableCode } from '@maru/client/format';
import { formatLarge } from '@maru/client/format-amount';
import type { currentRound, WireTradeBet, WireTradeRound } from '@maru/contract/binary';
import type { WireBinaryOption } from '@maru/contract/market';
import { familyOf, lengthOf } from '@maru/engine/binary/round';
import { SECOND_MS } from '@maru/engine/time';
import { type ReactNode, useEffect, useState } from 'react';
import { nameOf } from '../market/instrument-words.ts';
import { usePacedQuote } from '../market/live-price.tsx';
import { HERO_PACE_MS } from '../market/paced-quote.ts';
import { useWatched } from '../shell/platform.tsx';
import { usePriceSource } from '../shell/price-source.ts';
import { useSounds } from '../shell/sounds.tsx';
import { binaryWords } from '../text/binary.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { type BasePrice, basePrice, drawnRound, openPriceOf } from './base-price.ts';
import { BetLine } from './bet-line.tsx';
import { type Market, profitOfAll, sideOf, strikeOf } from './bet-view.ts';
import type { BinaryText } from './game-label.ts';
import { GuestDock } from './guest-dock.tsx';
import { percentOf } from './percent.ts';
import { directionOf, gapOf, RoundClock, RoundPrice } from './price-clock.tsx';
import { ResultBeads } from './result-beads.tsx';
import { RoundChart } from './round-chart.tsx';
import { type Phase, phaseOf } from './rounds-at.ts';
import { TableDock } from './table-dock.tsx';
import { TableLists } from './table-lists.tsx';
import type { TickLine } from './tick-line.ts';
import './trade-table.css';
import { useMyBets } from './use-my-bets.ts';
import { useResultToast } from './use-result-toast.ts';
import { useResults } from './use-results.ts';
import { useStake } from './use-stake.ts';
import { WhyPayoutSheet } from './why-sheet.tsx';

interface Props {
  readonly option: WireBinaryOption;
  readonly isGuest: boolean;
  readonly known: ReplyHeard<typeof currentRound>;
  readonly round: WireTradeRound | null;
  readonly running: WireTradeRound | null;
  readonly now: number;
  readonly line: TickLine;
  readonly reload: () => void;
  /** The other lengths of the game. */
  readonly lengths: ReactNode;
  readonly isListing: boolean;
  readonly onListed: (isListing: boolean) => void;
}

const CLOSING_SECONDS = 5;

export function TradeTable({
  option,
  isGuest,
  known,
  round,
  running,
  now,
  line,
  reload,
  lengths,
  isListing,
  onListed,
}: Props) {
  const words = useWords(binaryWords);
  const { language } = useLanguage();
  const { terms } = known;
  const { precision } = option;
  const [isAsking, setAsking] = useState(false);
  const paced = usePacedQuote(option.stock, HERO_PACE_MS);
  const results = useResults({ tradeOptionId: option.id, graceMs: terms.graceMillis, roundId: round?.id });
  const say = useResultToast({ currency: terms.currency, precision, round, results });
  const bets = useMyBets({
    tradeOptionId: option.id,
    isGuest,
    graceMs: terms.graceMillis,
    now,
    onResult: (result, told) => say({ result, bets: told }),
  });
  const [stake, setStake] = useStake(terms.stakeUnit);

  const isRent = familyOf(option.type) === 'RENT';
  const drawn = drawnRound({ round, running }, now);
  const market: Market = {
    strikeMode: terms.strikeMode,
    precision,
    currency: terms.currency,
    openPrice: openPriceOf(drawn, line, terms),
    heard: line.heard(),
  };
  // Where one bets on the next round, those of the running one come first: they are being decided.
  const live = bets.open.filter(
    ({ openMillis, closeMillis }) => openMillis <= now && now < closeMillis + terms.graceMillis,
  );
  const shownBets = live.length > 0 ? live : bets.open;
  const base = basePrice(live, market, now);
  const phase = round && phaseOf(round, now);
  const clock = round && phase ? clockOf({ round, phase, now, isRent, words }) : undefined;
  const secondsLeft = phase === 'open' && clock ? clock.leftMs / SECOND_MS : undefined;
  useClosingSound(secondsLeft);

  const source = usePriceSource()(readableCode(option.stock));
  const cutOffSeconds = terms.cutOffMillis / SECOND_MS;
  const cutOff = isRent ? words.cutOffBeforeStart(cutOffSeconds) : words.cutOffBeforeResult(cutOffSeconds);
  return (
    <>
      <main className="trade-table">
        <section className="price-clock">
          <RoundPrice
            paced={paced}
            precision={precision}
            base={base.price === 'now' ? undefined : base.price}
            caption={drawn === null && round === null ? words.lastPrice : captionOf(base, running, words)}
          />
          <RoundClock
            leftMs={clock?.leftMs}
            caption={clock?.caption ?? words.betweenRounds}
            state={
              secondsLeft !== undefined ? (secondsLeft <= CLOSING_SECONDS ? 'closing' : 'open') : 'locked'
            }
          />
        </section>
        <p className="unseen" role="status">
          {secondsLeft === 30 || secondsLeft === 10 || secondsLeft === 5
            ? words.secondsLeft(secondsLeft)
            : ''}
        </p>
        <div className="trade-table__picture">
          <RoundChart
            line={line}
            label={chartWords({
              name: nameOf(option, language),
              last: paced.get().quote?.lastPrice,
              base,
              precision,
              words,
            })}
            length={lengthOf(option.type)}
            precision={precision}
            base={drawn === null && terms.strikeMode === 'ROUND_OPEN' ? undefined : base.price}
            closeAt={round?.betEndMillis}
            endAt={round === null ? running?.closeMillis : isRent ? round.openMillis : round.closeMillis}
            pins={pinsOf(
              bets.open,
              (bet) =>
                `${words[sideOf(bet) === 'UP' ? 'up' : 'down']} ${formatLarge(bet.point, { language })}`,
            )}
            words={{
              upWins: words.upWins,
              downWins: words.downWins,
              close: words.closeLine,
              result: words.resultLine,
            }}
          />
          {lengths}
        </div>
        <div className="trade-table__lines">
          <ResultBeads results={results} />
          {!isGuest && (
            <LiveBetLine
              bets={shownBets}
              others={bets.open.length - shownBets.length}
              market={market}
              paced={paced}
              now={now}
              isToldBelow={phase === 'locked'}
              onPress={() => onListed(true)}
            />
          )}
        </div>
        <div className="trade-table__rule">
          <span className="figure">{words.ruleLine({ payout: percentOf(terms.rate), source, cutOff })}</span>
          <button type="button" className="trade-table__why" onClick={() => setAsking(true)}>
            {words.why}
          </button>
        </div>
      </main>
      {isGuest ? (
        <GuestDock />
      ) : (
        <TableDock
          option={option}
          known={known}
          round={round}
          now={now}
          isRent={isRent}
          bets={bets}
          shownBets={shownBets}
          market={market}
          paced={paced}
          stake={stake}
          onStake={setStake}
          reload={reload}
        />
      )}
      <WhyPayoutSheet
        open={isAsking}
        onClose={() => setAsking(false)}
        stake={stake}
        terms={terms}
        source={source}
        base={
          terms.strikeMode === 'AT_BET' || round === null
            ? words.baseAtBet
            : words.baseAtOpen(formatTimeOfDay(round.openMillis))
        }
        cutOff={cutOff}
      />
      <TableLists
        isListing={isListing}
        onListed={onListed}
        isGuest={isGuest}
        tradeOptionId={option.id}
        currency={terms.currency}
        precision={precision}
      />
    </>
  );
}

/** One soft tick a second before the bets close, by this device's switch. */
function useClosingSound(secondsLeft: number | undefined): void {
  const { play } = useSounds();
  useEffect(() => {
    if (secondsLeft !== undefined && secondsLeft > 0 && secondsLeft <= CLOSING_SECONDS)
      play({ kind: 'closing', secondsLeft });
  }, [play, secondsLeft]);
}

interface ClockAsked {
  readonly round: WireTradeRound;
  readonly phase: Phase;
  readonly now: number;
  readonly isRent: boolean;
  readonly words: BinaryText;
}

function clockOf({ round, phase, now, isRent, words }: ClockAsked): {
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
      return isRent
        ? { leftMs: round.openMillis - now, caption: words.untilStart(no) }
        : { leftMs: round.closeMillis - now, caption: words.untilResult(no) };
  }
}

/** Where one bets on the next round, the base on the page is the running one's, and that is said. */
function captionOf({ kind }: BasePrice, running: WireTradeRound | null, words: BinaryText): string {
  switch (kind) {
    case 'round':
      return running === null ? words.fromBase : words.fromBaseOf(formatDecimal(String(running.no)));
    case 'entry':
      return words.fromEntry;
    case 'next':
      return words.baseIsNext;
    case 'unknown':
      return words.baseUnknown;
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

function chartWords({
  name,
  last,
  base,
  precision,
  words,
}: {
  readonly name: string;
  readonly last: string | undefined;
  readonly base: BasePrice;
  readonly precision: number;
  readonly words: BinaryText;
}): string {
  const price = formatPrice(last, precision);
  const gap = base.price === 'now' ? undefined : gapOf(last, base.price);
  if (gap === undefined) return words.chartAlone(name, price);
  const size = formatPrice(gap.replace('-', ''), precision);
  const said = { up: words.chartAbove, down: words.chartBelow, flat: words.chartEqual }[directionOf(gap)];
  return said(name, price, size);
}

interface LineProps {
  readonly bets: readonly WireTradeBet[];
  readonly others: number;
  readonly market: Market;
  readonly paced: ReturnType<typeof usePacedQuote>;
  readonly now: number;
  /** The locked dock says how it stands; here stands what was bet. */
  readonly isToldBelow: boolean;
  readonly onPress: () => void;
}

/** Apart from the table, so that a tick paints one line. */
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
