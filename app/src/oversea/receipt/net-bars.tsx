// How the parts of a profit give its net (design 11b): the price result, two fees subtracted from it, and the rest.
// Fees are hatched because a cost is neither up nor down.
import { directionOf } from '@maru/client/format';
import { formatSignedMoney } from '@maru/client/format-amount';
import type { WireOverseaFill } from '@maru/contract/oversea/calls';
import { amount, negate, toDecimal } from '@maru/engine/amount';
import { useId } from 'react';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import './net-bars.css';

const WIDTH = 350;
const HEIGHT = 96;
const BAR = 64;
const PITCH = (WIDTH - BAR) / 3;
const LEAST_PX = 2;

interface Step {
  readonly from: number;
  readonly to: number;
}

/** Where each bar begins and ends, in money. */
function stepsOf(parts: readonly [gross: number, entry: number, exit: number]): readonly Step[] {
  const [gross, entry, exit] = parts;
  return [
    { from: 0, to: gross },
    { from: gross, to: gross - entry },
    { from: gross - entry, to: gross - entry - exit },
    { from: 0, to: gross - entry - exit },
  ];
}

type Fill = Pick<WireOverseaFill, 'pnl' | 'entryCommission' | 'exitCommission' | 'net' | 'currency'>;

export function NetBars({ fill }: { readonly fill: Fill }) {
  const words = useWords(overseaAccountWords);
  const hatch = useId();
  const { pnl, entryCommission, exitCommission, net, currency } = fill;
  const steps = stepsOf([Number(pnl), Number(entryCommission), Number(exitCommission)]);
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const yOf = (money: number) => (high === low ? HEIGHT / 2 : ((high - money) / (high - low)) * HEIGHT);
  const money = (text: string) => formatSignedMoney(text, currency).figure;
  const off = (text: string) => money(toDecimal(negate(amount(text))));
  const names = [
    [words.gross, money(pnl)],
    [words.entryFee, off(entryCommission)],
    [words.exitFee, off(exitCommission)],
    [words.net, money(net)],
  ] as const;
  const tones = [directionOf(pnl), 'fee', 'fee', directionOf(net)];
  return (
    <figure className="net-bars">
      <svg viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`} aria-hidden="true">
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path className="net-bars__line" d="M0 0V6" />
          </pattern>
        </defs>
        <path className="net-bars__zero" d={`M0 ${yOf(0)}H${WIDTH}`} />
        {steps.slice(0, 3).map(({ to }, index) => (
          <path
            key={names[index]?.[0]}
            className="net-bars__join"
            d={`M${PITCH * index + BAR} ${yOf(to)}H${PITCH * (index + 1)}`}
          />
        ))}
        {steps.map(({ from, to }, index) => {
          const [top, bottom] = [Math.min(yOf(from), yOf(to)), Math.max(yOf(from), yOf(to))];
          const tone = tones[index];
          return (
            <rect
              key={names[index]?.[0]}
              className={`net-bars__bar net-bars__bar--${tone}`}
              x={PITCH * index}
              y={top}
              width={BAR}
              height={Math.max(LEAST_PX, bottom - top)}
              rx="4"
              {...(tone === 'fee' ? { fill: `url(#${hatch})` } : {})}
            />
          );
        })}
      </svg>
      <dl className="net-bars__names">
        {names.map(([name, value], index) => (
          <div key={name}>
            <dt className="text-micro">{name}</dt>
            <dd className={index === 3 ? `figure figure--${directionOf(net)}` : 'figure'}>{value}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
