// A round of fifteen seconds without an account (design 01b).
import { formatPrice } from '@maru/client/format';
import { SECOND_MS } from '@maru/engine/time';
import { useTickLine } from '../../binary/chart/use-tick-line.ts';
import { usePacedQuote } from '../../market/prices/live-price.tsx';
import { HERO_PACE_MS } from '../../market/prices/paced-quote.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { useWords } from '../../text/language.tsx';
import { trialWords } from '../../text/trial.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { DirectionPair } from '../../ui/buttons/direction-pair.tsx';
import { TrialChart } from './trial-chart.tsx';
import { type Trial, type TrialReceipt, useTrial } from './use-trial.ts';
import './trial-card.css';

const STOCK = 'M100';
const PROFIT = '9000';
const PRECISION = 2;
const ROUND_SECONDS = 15;
/** The past beside a round that has ended. */
const PAST_MS = 80 * SECOND_MS;

export function TrialCard() {
  const words = useWords(trialWords);
  const { clock } = usePlatform();
  const trial = useTrial();
  const line = useTickLine(STOCK, PAST_MS);
  // Every tick renders the card again; the line itself is outside React.
  const { quote } = useWatched(usePacedQuote(STOCK, HERO_PACE_MS));
  const { round, receipt } = trial;
  const last = quote?.lastPrice ?? line.last()?.value.toString();
  return (
    <div className="trial-card">
      <p className="trial-card__head">
        <span>
          <strong>{words.stock}</strong>
          <small className="text-caption">{words.lead}</small>
        </span>
        <span>
          <strong className="trial-card__price figure">{formatPrice(last, PRECISION)}</strong>
          <small className="text-caption">{words.strikeLead}</small>
        </span>
      </p>
      <TrialChart
        points={line.points()}
        now={clock.now()}
        entry={round && entryOf(trial, line.liveTicks())}
        secondsLeft={
          receipt !== undefined ? undefined : round === undefined ? ROUND_SECONDS : trial.secondsLeft
        }
      />
      {round === undefined ? (
        <Choice trial={trial} />
      ) : receipt === undefined ? (
        <Running trial={trial} />
      ) : (
        <Decided receipt={receipt} onAgain={trial.again} />
      )}
    </div>
  );
}

/** The server's once it is known; until then the first tick after the tap that was received here. */
function entryOf(
  { round, receipt }: Trial,
  ticks: readonly { readonly ts: number; readonly value: number }[],
): { readonly ts: number; readonly value: number } | undefined {
  const entry = receipt?.entry;
  if (entry) return { ts: entry.time, value: Number(entry.compared) };
  return round && ticks.find(({ ts }) => ts > round.acceptedMillis);
}

function Choice({ trial }: { readonly trial: Trial }) {
  const words = useWords(trialWords);
  const { money } = useMoneyText('KRW');
  const { buyOnRight } = usePreferences();
  return (
    <>
      <DirectionPair
        label={words.choose}
        tall
        up={{ word: words.up, note: words.upNote }}
        down={{ word: words.down, note: words.downNote }}
        state={trial.busy ? 'locked' : 'open'}
        flipped={buyOnRight}
        onPress={(direction) => trial.begin(direction === 'up' ? 'LONG' : 'SHORT')}
      />
      <p className="trial-card__stake text-caption">
        {words.stakeLine} <b>+{money(PROFIT)}</b>
      </p>
    </>
  );
}

function Running({ trial: { round, secondsLeft } }: { readonly trial: Trial }) {
  const words = useWords(trialWords);
  const side = round?.type === 'LONG' ? words.up : words.down;
  return (
    <div className="trial-card__state" role="status">
      <strong>{words.chosen(side)}</strong>
      <span className="text-caption">
        {secondsLeft > 15 ? words.waitingEntry : secondsLeft > 0 ? words.running(secondsLeft) : words.judging}
      </span>
    </div>
  );
}

function Decided({ receipt, onAgain }: { readonly receipt: TrialReceipt; readonly onAgain: () => void }) {
  const words = useWords(trialWords);
  const { signed } = useMoneyText('KRW');
  const { result, entry, exit, bet } = receipt;
  const [label, profit] =
    result.status === 1
      ? [words.hit, result.profit]
      : result.status === 2
        ? [words.miss, `-${bet.point}`]
        : [words.voided, '0'];
  const figure = (price: string | undefined) => formatPrice(price, PRECISION);
  return (
    <>
      <div className="trial-card__state" role="status">
        <strong>
          {label}{' '}
          {result.status !== 3 && (
            <span className={`figure figure--${result.status === 1 ? 'up' : 'down'}`}>{signed(profit)}</span>
          )}
        </strong>
        <span className="text-caption">
          {result.status === 3
            ? words.voidLead
            : words.outcome(figure(entry?.compared), figure(exit?.compared))}
        </span>
      </div>
      <div className="trial-card__ways">
        <Button kind="tonal" size="medium" onPress={onAgain}>
          {words.again}
        </Button>
        <Link className={buttonClass({ kind: 'line', size: 'medium' })} to="/trial">
          {words.check}
        </Link>
      </div>
      <p className="trial-card__stake text-caption">{words.keep}</p>
    </>
  );
}
