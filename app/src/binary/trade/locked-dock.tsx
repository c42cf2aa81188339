// The dock while no bet is taken: nothing can be pressed, and it shows until when.
import { directionOf, formatDecimal, MISSING } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import { SECOND_MS } from '@maru/engine/time';
import { toneClass } from '../../market/prices/tone-class.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useWatched } from '../../shell/platform.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { DirectionPair } from '../../ui/buttons/direction-pair.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import '../bet/bet-dock.css';
import { directionOfBet, payoutOfAll, profitOfAll, stakeOfAll } from '../bet/bet-view.ts';
import { burnOf, nextBetsAt, phaseOf, roundAfter } from '../rounds/rounds-at.ts';
import type { BoardProps } from './board.ts';
import { waitingBets } from './entry-board.tsx';
import type { RentFocus } from './rent-view.ts';

interface Props extends Pick<BoardProps, 'terms' | 'now' | 'bets' | 'market' | 'paced'> {
  readonly round: WireTradeRound;
  /** For an R type: the round that the page is about. */
  readonly focus: RentFocus | undefined;
  /** An order is under way, and nobody knows yet whether it was accepted. */
  readonly isChecking: boolean;
}

export function LockedDock({ terms, round, now, bets, focus, market, paced, isChecking }: Props) {
  const words = useWords(binaryWords);
  const { buyOnRight } = usePreferences();
  const { money, signed } = useMoneyText(terms.currency);
  const last = useWatched(paced).quote?.lastPrice;
  const shownBets = focus
    ? bets.filter(({ tradeRoundId }) => tradeRoundId === focus.round.id)
    : waitingBets(bets, { now, graceMs: terms.graceMillis });
  const newest = shownBets.at(-1);
  // Before the start of its round a bet is neither winning nor losing.
  const isWaiting = focus?.state === 'waiting';
  const isPaidIfHit = isWaiting && newest !== undefined;
  const profit = isWaiting ? undefined : profitOfAll(shownBets, market, { last, now });
  const ifOverNow = profit === undefined ? MISSING : signed(profit);
  const isSoon = phaseOf(round, now) === 'soon';
  const next = isSoon ? round : roundAfter(round, terms);
  const opensAt = isSoon ? round.betStartMillis : nextBetsAt(round);
  const seconds = Math.max(0, (opensAt - now) / SECOND_MS);
  const no = formatDecimal(String(next.no));
  const state = focus ? words.starting : words.judging;
  return (
    <Dock label={words.dock} burn={burnOf(round, now)} locked>
      {/* As high as the open dock, which has a clock for an R type. */}
      <div className={`bet-dock__upper bet-dock__upper--locked${focus ? ' bet-dock__upper--tall' : ''}`}>
        <div className="bet-dock__waiting">
          <p className="text-stack">
            <b className="text-title3">
              {focus && !isSoon ? words.lockedTitleOf(formatDecimal(String(round.no))) : words.lockedTitle}
            </b>
            <span className="text-caption figure">
              {isSoon && seconds > 60 ? (
                words.betsOpenAt(no, formatClock(opensAt))
              ) : (
                <>
                  {words.nextBetsBefore(no)}
                  <b className="bet-dock__left">{words.seconds(seconds)}</b>
                  {words.nextBetsAfter}
                </>
              )}
            </span>
          </p>
          <span className="bet-dock__badge">
            <Badge tone="brass">{isChecking ? words.checking : state}</Badge>
          </span>
        </div>
        <dl className="bet-dock__cards">
          <div className="bet-dock__card">
            <dt className="text-micro">
              {focus ? words.betsOn(formatDecimal(String(focus.round.no))) : words.myBets}
            </dt>
            <dd className="figure">
              {newest === undefined
                ? words.none
                : `${words[directionOfBet(newest)]} ${money(stakeOfAll(shownBets))}`}
            </dd>
          </div>
          <div className="bet-dock__card">
            <dt className="text-micro">{isPaidIfHit ? words.ifHit : words.ifOverNow}</dt>
            <dd className={`figure${toneClass(directionOf(profit))}`}>
              {isPaidIfHit ? money(payoutOfAll(shownBets)) : ifOverNow}
            </dd>
          </div>
        </dl>
      </div>
      <DirectionPair
        label={words.directions}
        tall
        up={{ word: words.up, label: words.closedSide(words.up) }}
        down={{ word: words.down, label: words.closedSide(words.down) }}
        flipped={buyOnRight}
        state="locked"
        onPress={() => {}}
      />
    </Dock>
  );
}
