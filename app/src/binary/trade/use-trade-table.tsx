// What the page of a round shows, in whatever layout: the board, the dock, and the explanation of the payout.

import type { ReceivedReply } from '@maru/client/call';
import { readableCode } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { currentRound } from '@maru/contract/binary/calls';
import { familyOf } from '@maru/engine/rounds/round';
import { SECOND_MS } from '@maru/engine/time';
import { useState } from 'react';
import { usePacedQuote } from '../../market/prices/live-price.tsx';
import { HERO_PACE_MS } from '../../market/prices/paced-quote.ts';
import { usePriceSource } from '../../shell/price-source.ts';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import type { Market } from '../bet/bet-view.ts';
import { useMyBets } from '../bet/use-my-bets.ts';
import { useStake } from '../bet/use-stake.ts';
import { WhyPayoutSheet } from '../bet/why-sheet.tsx';
import { percentOf } from '../offers/percent.ts';
import { phaseOf } from '../rounds/rounds-at.ts';
import { openPriceOf } from './base-price.ts';
import type { BoardProps } from './board.ts';
import { useClosingSound } from './closing.ts';
import './trade-table.css';
import { useResultToast } from './use-result-toast.ts';
import { useResults } from './use-results.ts';

export interface TradeTableProps
  extends Pick<BoardProps, 'offer' | 'isGuest' | 'rounds' | 'now' | 'line' | 'lengths' | 'onSeeBets'> {
  readonly known: ReceivedReply<typeof currentRound>;
  readonly reload: () => void;
}

/** A line of facts wraps between two of them, never inside one. */
const unbroken = (line: string): string =>
  line
    .split(' · ')
    .map((fact) => fact.replaceAll(' ', '\u00a0'))
    .join('\u00a0· ');

export function useTradeTable({ known, reload, ...own }: TradeTableProps) {
  const { offer, isGuest, rounds, now, line } = own;
  const { round, running } = rounds;
  const words = useWords(binaryWords);
  const { terms } = known;
  const { precision } = offer;
  const [isAsking, setAsking] = useState(false);
  const paced = usePacedQuote(offer.stock, HERO_PACE_MS);
  const results = useResults({ tradeOptionId: offer.id, graceMs: terms.graceMillis, roundId: round?.id });
  const showResult = useResultToast({ currency: terms.currency, precision, round, results });
  const bets = useMyBets({
    tradeOptionId: offer.id,
    isGuest,
    graceMs: terms.graceMillis,
    now,
    onResult: showResult,
  });
  const [stake, setStake] = useStake(terms.stakeUnit);

  const isRent = familyOf(offer.type) === 'RENT';
  const market: Market = {
    strikeMode: terms.strikeMode,
    precision,
    currency: terms.currency,
    openPrice: isRent ? openPriceOf(running, line, terms) : undefined,
    liveTicks: line.liveTicks(),
  };
  const secondsLeft =
    round && phaseOf(round, now) === 'open' ? (round.betEndMillis - now) / SECOND_MS : undefined;
  useClosingSound(secondsLeft);

  const source = usePriceSource()(readableCode(offer.stock));
  const cutOffSeconds = terms.cutOffMillis / SECOND_MS;
  const cutOff = isRent ? words.cutOffBeforeStart(cutOffSeconds) : words.cutOffBeforeResult(cutOffSeconds);
  const board: BoardProps = {
    ...own,
    terms,
    bets: bets.open,
    market,
    results,
    paced,
    rule: (
      <div className="trade-table__rule text-micro">
        <span className="figure">
          {unbroken(words.ruleLine({ payout: percentOf(terms.rate), source, cutOff }))}
        </span>
        <button type="button" className="trade-table__why" onClick={() => setAsking(true)}>
          {words.why}
        </button>
      </div>
    ),
  };
  return {
    isRent,
    board,
    dock: {
      offer,
      known,
      rounds,
      now,
      bets,
      market,
      paced,
      stake,
      onStake: setStake,
      onAskWhy: () => setAsking(true),
      reload,
    },
    /** For screen readers: the last seconds before the bets close. */
    lastSeconds: (
      <p className="unseen" role="status">
        {secondsLeft === 30 || secondsLeft === 10 || secondsLeft === 5 ? words.secondsLeft(secondsLeft) : ''}
      </p>
    ),
    whySheet: (
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
    ),
  };
}
