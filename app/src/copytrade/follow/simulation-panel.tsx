// "The last 30 days with these settings", computed on this phone from the trader's recorded fills with the functions by
// which the desk decides (docs/rules.md 5.8): also what would have been missed, and the deepest loss.
import { directionOf, formatPercent } from '@maru/client/format';
import { formatMonthDay } from '@maru/client/format-date';
import { pastLeads, pastTerms } from '@maru/contract/copytrade/simulation';
import { MOST_SIMULATED, traderLeads } from '@maru/contract/copytrade/traders';
import { amount, rate, rateOfUnits, toDecimal, ZERO } from '@maru/engine/amount';
import type { MissedReason } from '@maru/engine/copytrade/events';
import { type Simulation, simulateFollow } from '@maru/engine/copytrade/simulate';
import type { FollowSettings } from '@maru/engine/copytrade/state';
import { EXIT_GUARD } from '@maru/engine/copytrade/terms';
import { useDeferredValue, useMemo } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeFollowWords } from '../../text/copytrade-follow.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Note } from '../../ui/states/note.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { countText } from '../figures.ts';
import { type FaultPlace, type FollowDraft, requestOf } from './follow-draft.ts';

interface Props {
  readonly traderId: number;
  readonly shareRate: string;
  readonly draft: FollowDraft;
  /** What the wallet holds now. */
  readonly free: string | undefined;
  /** What is still wrong with the draft. */
  readonly fault: FaultPlace | undefined;
}

/** Of a draft without a fault. */
function settingsOf(draft: FollowDraft): FollowSettings {
  const { pairs = [], multiplyPer = 0, maxBet = ZERO, oneMaxBet = ZERO, ...request } = requestOf(draft);
  const { maxLeverage, lossLimit, entryGuard, exitGuard } = request;
  return {
    ...{ pairs, multiplyPer, isPaused: false, maxBet, oneMaxBet, exitGuard: exitGuard ?? EXIT_GUARD },
    ...(maxLeverage == null ? undefined : { maxLeverage }),
    ...(lossLimit == null ? undefined : { lossLimit }),
    ...(entryGuard == null ? undefined : { entryGuard }),
  };
}

/** What followers were filled at on average, percent, as a share; better than the trader is not counted on. */
const assumedSlippage = (percent: number | null) =>
  rateOfUnits(BigInt(Math.max(0, Math.round((percent ?? 0) * 1_000_000))));

export function SimulationPanel({ traderId, shareRate, draft, free, fault }: Props) {
  const words = useWords(copytradeFollowWords);
  const answer = useAnswer(traderLeads, { traderId });
  const { reply } = answer;
  const past = useMemo(() => reply && { leads: pastLeads(reply), terms: pastTerms(reply) }, [reply]);
  // Typing stays quick: a thousand leads are computed again after the key.
  const wanted = useDeferredValue(draft);
  const simulation = useMemo(
    () =>
      fault === undefined && past && reply && free !== undefined
        ? simulateFollow(past.leads, past.terms, settingsOf(wanted), {
            free: amount(free),
            slippage: assumedSlippage(reply.averageSlippage),
            shareRate: rate(shareRate),
          })
        : undefined,
    [fault, past, reply, free, wanted, shareRate],
  );
  return (
    <section className="follow-sheet__part" aria-labelledby="follow-simulation">
      <h3 id="follow-simulation">{words.simulation}</h3>
      {answer.state === 'loading' && <Skeleton height={160} radius={12} />}
      {answer.state === 'failed' && (
        <div className="follow-sheet__line text-caption">
          <span>{words.simulationFailed}</span>
          <Button kind="tonal" size="small" onPress={answer.reload}>
            {words.simulationRetry}
          </Button>
        </div>
      )}
      {reply?.content.length === 0 && <p className="text-caption">{words.simulationNone}</p>}
      {reply !== undefined && reply.content.length > 0 && simulation === undefined && (
        <p className="text-caption">
          {fault === undefined || fault === 'missing' ? words.simulationWaits : words.simulationFault}
        </p>
      )}
      {reply !== undefined && reply.content.length > 0 && simulation !== undefined && (
        <Outcome
          simulation={simulation}
          slippage={Math.max(0, reply.averageSlippage ?? 0)}
          cutAt={reply.isCut ? MOST_SIMULATED : undefined}
        />
      )}
    </section>
  );
}

interface OutcomeProps {
  readonly simulation: Simulation;
  readonly slippage: number;
  /** So many of the newest leads alone were given. */
  readonly cutAt: number | undefined;
}

function Outcome({ simulation, slippage, cutAt }: OutcomeProps) {
  const words = useWords(copytradeFollowWords);
  const { reasons } = useWords(copytradeMineWords);
  const { signed, money } = useMoneyText('USDT');
  const { language } = useLanguage();
  const { copied, missed, net, fees, funding, share, worstDrawdown, peakMargin, open } = simulation;
  const { pausedAt, detachedAt } = simulation;
  const text = toDecimal(net);
  const why = reasonsOf(simulation)
    .map(([reason, count]) => words.simulationReason(reasons[reason].title, countText(count)))
    .join(' · ');
  return (
    <>
      <KeyValueList framed>
        <KeyValue name={words.simulationNet} strong>
          <span className={toneClass(directionOf(text)).trim()}>{signed(text)}</span>
        </KeyValue>
        <KeyValue name={words.simulationDrawdown} strong>
          {signed(toDecimal(-worstDrawdown))}
        </KeyValue>
        <KeyValue name={words.simulationCopied}>{words.trades(countText(copied))}</KeyValue>
        <KeyValue name={words.simulationMissed}>{words.trades(countText(missed))}</KeyValue>
        <KeyValue name={words.simulationFees}>{signed(toDecimal(-fees))}</KeyValue>
        <KeyValue name={words.simulationFunding}>{signed(toDecimal(funding))}</KeyValue>
        <KeyValue name={words.simulationShare}>{signed(toDecimal(-share))}</KeyValue>
        {open !== ZERO && <KeyValue name={words.simulationOpen}>{signed(toDecimal(open))}</KeyValue>}
        <KeyValue name={words.simulationPeak}>{money(toDecimal(peakMargin))}</KeyValue>
        <KeyValue name={words.simulationSlippage}>{formatPercent(slippage).replace('+', '')}</KeyValue>
      </KeyValueList>
      {pausedAt !== undefined && (
        <Note tone="warn" raised>
          <p>{words.simulationPaused(formatMonthDay(pausedAt, language))}</p>
        </Note>
      )}
      {detachedAt !== undefined && (
        <Note tone="warn" raised>
          <p>{words.simulationDetached(formatMonthDay(detachedAt, language))}</p>
          {open !== ZERO && <p>{words.simulationLeft}</p>}
        </Note>
      )}
      {why !== '' && <p className="text-caption">{words.simulationReasons(why)}</p>}
      <p className="text-caption">{words.simulationNote}</p>
      {cutAt !== undefined && <p className="text-caption">{words.simulationCut(countText(cutAt))}</p>}
    </>
  );
}

/** Most frequent first; a close without a copy was no miss. */
function reasonsOf({ leads }: Simulation): readonly (readonly [MissedReason, number])[] {
  const counts = new Map<MissedReason, number>();
  for (const { missed } of leads)
    if (missed !== undefined && missed !== 'NO_COPY') counts.set(missed, (counts.get(missed) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
