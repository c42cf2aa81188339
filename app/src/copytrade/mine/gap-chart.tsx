// My return beside the trader's since the follow began (picture 38). What lies between the two lines is hatched: it did
// not arrive.
import type { ReceivedReply } from '@maru/client/call';
import type { followResult } from '@maru/contract/copytrade/follows';
import { useId } from 'react';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { shortDay, signedPercent } from '../figures.ts';
import { gridOf } from '../profile/curve.ts';
import './gap-chart.css';

export type FollowResult = ReceivedReply<typeof followResult>;

const LEFT = 2;
const RIGHT = 292;
const TOP = 14;
const BOTTOM = 122;
/** Two figures at the right edge stand at least so far apart. */
const LABEL_GAP = 14;

const tenth = (length: number): number => Math.round(length * 10) / 10;
type Spot = readonly [number, number];
const lineOf = (spots: readonly Spot[]): string => `M${spots.map(([x, y]) => `${x} ${y}`).join('L')}`;

/** At least two days. */
export function GapChart({ days }: { readonly days: FollowResult['days'] }) {
  const words = useWords(copytradeMineWords);
  const hatch = useId();
  const values = days.flatMap(({ mine, trader }) => [mine, trader]);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const reach = most - least || 1;
  const yOf = (percent: number) => tenth(BOTTOM - ((BOTTOM - TOP) * (percent - least)) / reach);
  const spotsOf = (key: 'mine' | 'trader'): readonly Spot[] =>
    days.map((day, place) => [tenth(LEFT + ((RIGHT - LEFT) * place) / (days.length - 1)), yOf(day[key])]);
  const [mine, trader] = [spotsOf('mine'), spotsOf('trader')];
  const [last, lastTrader] = [days.at(-1)?.mine ?? 0, days.at(-1)?.trader ?? 0];
  const [x, y] = mine.at(-1) ?? [RIGHT, BOTTOM];
  const labels = apart(y, yOf(lastTrader));
  const zero = yOf(0);
  const hasZero = [labels.mine, labels.trader].every((each) => Math.abs(each - zero) >= LABEL_GAP);
  return (
    <svg
      className="gap-chart"
      viewBox="0 0 350 150"
      role="img"
      aria-label={words.chart(signedPercent(last), signedPercent(lastTrader))}
    >
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className="gap-chart__hatch" d="M0 0V5" />
        </pattern>
      </defs>
      <path
        className="gap-chart__grid"
        d={gridOf(least, most)
          .map((percent) => `M0 ${yOf(percent)}H300`)
          .join('')}
      />
      <path className="gap-chart__zero" d={`M0 ${zero}H300`} />
      <path d={`${lineOf(trader)}${lineOf(mine.toReversed()).replace('M', 'L')}Z`} fill={`url(#${hatch})`} />
      <path className="gap-chart__trader" d={lineOf(trader)} />
      <path className="gap-chart__mine" d={lineOf(mine)} />
      <circle className="gap-chart__halo" cx={x} cy={y} r="8" />
      <circle className="gap-chart__now" cx={x} cy={y} r="3.5" />
      <text className="gap-chart__of-trader" x="350" y={labels.trader + 4} textAnchor="end">
        {signedPercent(lastTrader)}
      </text>
      <text className="gap-chart__of-mine" x="350" y={labels.mine + 4} textAnchor="end">
        {signedPercent(last)}
      </text>
      {hasZero && (
        <text x="350" y={zero + 4} textAnchor="end">
          0
        </text>
      )}
      <text x="2" y="146">
        {shortDay(days[0]?.date ?? '')}
      </text>
      <text x="300" y="146" textAnchor="end">
        {shortDay(days.at(-1)?.date ?? '')}
      </text>
    </svg>
  );
}

/** The two figures keep their order and do not cover each other. */
function apart(mine: number, trader: number): { readonly mine: number; readonly trader: number } {
  const lack = LABEL_GAP - Math.abs(mine - trader);
  if (lack <= 0) return { mine, trader };
  const down = mine >= trader ? 1 : -1;
  return { mine: mine + (down * lack) / 2, trader: trader - (down * lack) / 2 };
}
