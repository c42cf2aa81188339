// What I really earned, my return beside the trader's, and where the difference comes from: the causes add up.
import { directionOf } from '@maru/client/format';
import { formatDate } from '@maru/client/format-date';
import type { Patches } from '@maru/client/live';
import { followResult } from '@maru/contract/copytrade/follows';
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { readAgainOnCopies } from '../../futures/copied/use-my-copy.ts';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { type CopytradeMineWords, copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { centsOf, countText, finePercent, percentOfShare, profitText, signedPercent } from '../figures.ts';
import { type FollowResult, GapChart } from './gap-chart.tsx';
import './result-panel.css';

const BAR_PX = 72;
/** Less than this of the hatching cannot be told from dust. */
const LEAST_BAR_PX = 6;
const barPx = (share: number): number => Math.max(LEAST_BAR_PX, Math.round(BAR_PX * share));

/** With a closed copy or a paid share the causes change as the sum above them does. */
const resultPatches: Patches<FollowResult> = { queue: { futures: readAgainOnCopies } };

export function ResultPanel({ follow }: { readonly follow: WireFollow }) {
  const words = useWords(copytradeMineWords);
  const { money } = useMoneyText('USDT');
  const answer = useAnswer(followResult, { traderFollowerId: follow.traderFollowerId }, resultPatches);
  const result = answer.reply;
  return (
    <>
      <section className="copy-block copy-block--first" aria-label={words.net}>
        <p className="text-lead">{words.net}</p>
        <p className={`copy-hero figure${toneClass(directionOf(follow.net))}`}>
          {profitText(follow.net)}
          <small> USDT</small>
        </p>
        <div className="copy-result__line text-caption">
          <span>
            {words.averageInvested} <b className="figure">{money(centsOf(follow.averageInvested))}</b>
          </span>
          {result !== undefined && <Legend result={result} />}
        </div>
        {answer.state === 'loading' && <Skeleton height={150} radius={12} />}
        {answer.state === 'failed' && (
          <div className="copy-result__failed text-caption">
            <p>{words.resultFailed}</p>
            <Button kind="tonal" size="small" onPress={answer.reload}>
              {words.retry}
            </Button>
          </div>
        )}
        {result !== undefined &&
          (result.days.length > 1 ? (
            <GapChart days={sinceBegin(result.days, follow)} />
          ) : (
            <p className="copy-result__failed text-caption">{words.noChart}</p>
          ))}
        <p className="copy-result__note text-caption">{words.netNote}</p>
      </section>
      {result !== undefined && result.minePercent !== null && result.traderPercent !== null && (
        <Causes result={result} gap={result.minePercent - result.traderPercent} rate={follow.shareRate} />
      )}
    </>
  );
}

/** Each value is that of the end of a day: a follow that is shown whole began with nothing. */
function sinceBegin(days: FollowResult['days'], { startedMillis }: WireFollow): FollowResult['days'] {
  const [first] = days;
  const isWhole = first?.date === formatDate(startedMillis).replaceAll('.', '-');
  return first !== undefined && isWhole ? [{ ...first, mine: 0, trader: 0 }, ...days] : days;
}

function Legend({ result: { minePercent, traderPercent } }: { readonly result: FollowResult }) {
  const words = useWords(copytradeMineWords);
  return (
    <span className="copy-result__legend">
      <span className="copy-result__key copy-result__key--mine">
        {words.me} <b className="figure">{signedPercent(minePercent)}</b>
      </span>{' '}
      <span className="copy-result__key">
        {words.trader} <b className="figure">{signedPercent(traderPercent)}</b>
      </span>
    </span>
  );
}

/** `−2.41%p`: a hundredth of a percentage point is the smallest that is shown. */
const pointsText = (points: number, words: CopytradeMineWords): string =>
  words.points(signedPercent(points).replace('%', ''));

interface CausesProps {
  readonly result: FollowResult;
  readonly gap: number;
  readonly rate: string;
}

function Causes({ result, gap, rate }: CausesProps) {
  const words = useWords(copytradeMineWords);
  const { signedFigure } = useMoneyText('USDT');
  const most = Math.max(...result.causes.map(({ points }) => Math.abs(points)), 0.01);
  const { causeLines: lines } = words;
  const percent = percentOfShare(rate);
  const nameOf = (cause: FollowResult['causes'][number]['cause']) =>
    cause === 'SHARE' ? words.causeShare(percent) : words.causes[cause];
  const lineOf = {
    SLIPPAGE: lines.slippage(finePercent(result.entrySlippage), finePercent(result.exitSlippage)),
    SIZE: lines.size(countText(result.copied + result.missed), countText(result.missed)),
    FEES: lines.fees(signedFigure(`-${result.fees}`.replace('--', '')), signedFigure(result.funding)),
    SHARE: lines.share,
  };
  return (
    <section className="copy-block" aria-labelledby="copy-causes">
      <h2 id="copy-causes" className="text-heading">
        {Math.abs(gap) < 0.005 ? words.noGap : words.gap(words.points(Math.abs(gap).toFixed(2)))}
      </h2>
      <ul className="copy-causes">
        {result.causes.map(({ cause, points }) => (
          <li key={cause} className="copy-cause">
            <span className="copy-cause__words">
              <b>{nameOf(cause)}</b> <small className="figure">{lineOf[cause]}</small>
            </span>{' '}
            <span className="copy-cause__bar" aria-hidden="true">
              {points !== 0 && <i style={{ width: barPx(Math.abs(points) / most) }} />}
            </span>
            <b className="copy-cause__points figure">{pointsText(points, words)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
