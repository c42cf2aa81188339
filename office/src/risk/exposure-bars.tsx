// Long and short of each instrument, from the middle to both sides.
import type { ReceivedReply } from '@maru/client/call';
import type { riskExposure } from '@maru/contract/risk/exposure';
import { words } from '../text/risk.ts';
import { eokText, toneOf } from './won.ts';

type Instrument = ReceivedReply<typeof riskExposure>['instruments'][number];

const MOST = 12;

export function ExposureBars({ instruments }: { readonly instruments: readonly Instrument[] }) {
  const shown = instruments.slice(0, MOST);
  const most = Math.max(1, ...shown.flatMap(({ long, short }) => [Number(long), Number(short)]));
  if (shown.length === 0) return <p className="risk-empty">{words.nobody}</p>;
  return (
    <ul className="exposure-bars" aria-label={words.byInstrument}>
      {shown.map((each) => (
        <li
          key={`${each.product}/${each.instrumentId}`}
          title={words.concentration(each.largestPercent, each.hhi)}
        >
          <span className="exposure-bars__name">{each.product === 'oversea' ? each.koName : each.code}</span>
          <span className="exposure-bars__side exposure-bars__side--short figure">
            <span>{eokText(each.short)}</span>
            <HalfBar share={Number(each.short) / most} tone="down" />
          </span>
          <span className="exposure-bars__side figure">
            <HalfBar share={Number(each.long) / most} tone="up" />
            <span>{eokText(each.long)}</span>
          </span>
          <b className={`exposure-bars__net figure tone--${toneOf(each.net)}`}>{eokText(each.net, true)}</b>
          <span className="exposure-bars__part figure">
            {words.largest} {Number(each.largestPercent).toFixed(0)}%
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A bar takes at most two thirds of its half: the figure stands beside it. */
function HalfBar({ share, tone }: { readonly share: number; readonly tone: 'up' | 'down' }) {
  return (
    <svg
      className={`half-bar half-bar--${tone}`}
      width={`${Math.max(1, share * 70)}%`}
      height="20"
      aria-hidden="true"
    >
      <rect width="100%" height="20" rx="3" />
    </svg>
  );
}
