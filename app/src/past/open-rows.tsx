// What was open at the moment: positions with their prices of then, orders, bets and requests.
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { PastAccount, PastThing } from '@maru/contract/past/calls';
import type { ReactNode } from 'react';
import { useMoneyTexts } from '../shell/money-text.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { pastWords } from '../text/past.ts';
import { Badge, type BadgeTone } from '../ui/figures/badge.tsx';
import './past-rows.css';

export function OpenRows({ account }: { readonly account: PastAccount }) {
  const words = useWords(pastWords);
  const positions = account.open.filter(({ kind }) => kind === 'POSITION');
  const others = account.open.filter(({ kind }) => kind !== 'POSITION');
  if (account.open.length === 0) return <p className="past-rows__none text-caption">{words.nothingOpen}</p>;
  return (
    <>
      {positions.length > 0 && (
        <Section title={words.positions} count={positions.length}>
          {positions.map((thing) => (
            <PositionRow key={`${thing.product} ${thing.id}`} thing={thing} />
          ))}
        </Section>
      )}
      {others.length > 0 && (
        <Section title={words.others} count={others.length}>
          {others.map((thing) => (
            <OtherRow
              key={`${thing.product} ${thing.kind} ${thing.id} ${thing.type}`}
              thing={thing}
              at={account.atMillis}
            />
          ))}
        </Section>
      )}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

const Section = ({ title, count, children }: SectionProps) => (
  <section aria-label={title}>
    <h2 className="past-rows__title">
      <span>
        {title} <span className="figure">{count}</span>
      </span>
    </h2>
    <div className="past-rows">{children}</div>
  </section>
);

interface RowProps {
  readonly badge: string;
  readonly tone: BadgeTone;
  readonly name: string;
  readonly size: string;
  readonly meta: string;
  readonly value: ReactNode;
}

const Row = ({ badge, tone, name, size, meta, value }: RowProps) => (
  <div className="past-rows__row">
    <span className="past-rows__badge">
      <Badge tone={tone}>{badge}</Badge>
    </span>
    <span className="past-rows__words">
      <b>
        {name} <span className="past-rows__size figure">{size}</span>
      </b>
      <span className="text-micro figure">{meta}</span>
    </span>
    <b className="figure">{value}</b>
  </div>
);

const directionOf = (figure: string | null): string =>
  figure === null || !/[1-9]/.test(figure)
    ? ''
    : figure.startsWith('-')
      ? 'past-rows__down'
      : 'past-rows__up';

function useNames() {
  const words = useWords(pastWords);
  const { language } = useLanguage();
  return {
    words,
    nameOf({ instrument, type }: PastThing): string {
      if (instrument === null) return type;
      return language === 'en' ? instrument.enName : instrument.koName;
    },
    sizeOf({ leverage, marginType, qty }: PastThing): string {
      const count = qty === null ? words.wholePosition : formatDecimal(qty);
      if (leverage === null || marginType === null) return qty === null ? '' : words.contracts(count);
      return `${words.leverage(words.margin[marginType], String(leverage))} ${count}`;
    },
    sideOf: (side: string) => words.side[side as keyof typeof words.side] ?? side,
  };
}

const isUp = (side: string): boolean => side === 'LONG' || side === 'UP';

function PositionRow({ thing }: { readonly thing: PastThing }) {
  const { words, nameOf, sizeOf, sideOf } = useNames();
  const { signed } = useMoneyTexts()(thing.currency);
  const precision = thing.instrument?.precision ?? 0;
  const then = thing.priceThen;
  const priced = then && formatPrice(then.price, precision);
  const price =
    priced === null || then === null
      ? words.noPrice
      : then.of === 'MARK'
        ? words.mark(priced)
        : words.last(priced);
  return (
    <Row
      badge={sideOf(thing.side)}
      tone={isUp(thing.side) ? 'solid-up' : 'solid-down'}
      name={nameOf(thing)}
      size={sizeOf(thing)}
      meta={`${words.entered(formatPrice(thing.entry ?? '0', precision))} · ${price}`}
      value={
        <span className={directionOf(thing.profit)}>
          {thing.profit === null ? words.noPrice : signed(thing.profit)}
        </span>
      }
    />
  );
}

function OtherRow({ thing, at }: { readonly thing: PastThing; readonly at: number }) {
  const { words, nameOf, sizeOf, sideOf } = useNames();
  const { money } = useMoneyTexts()(thing.currency);
  const tone = isUp(thing.side) ? 'up' : 'down';
  if (thing.kind === 'REQUEST')
    return (
      <Row
        badge={words.bet}
        tone="neutral"
        name={words.request}
        size=""
        meta={thing.type}
        value={money(thing.amount)}
      />
    );
  if (thing.kind === 'BET')
    return (
      <Row
        badge={sideOf(thing.side)}
        tone={tone}
        name={nameOf(thing)}
        size={thing.type}
        meta={leftUntil(thing.closeMillis, at, words)}
        value={money(thing.amount)}
      />
    );
  const exit = words.exit[thing.type as keyof typeof words.exit];
  const waits = words.order[thing.type as keyof typeof words.order] ?? thing.type;
  return (
    <Row
      badge={exit ?? sideOf(thing.side)}
      tone={exit === undefined ? tone : thing.type === 'TAKEPROFIT' ? 'up' : 'down'}
      name={nameOf(thing)}
      size={sizeOf(thing)}
      meta={thing.ticks === null ? waits : `${words.ticks(String(thing.ticks))} · ${waits}`}
      value={thing.price === null ? '' : formatPrice(thing.price, thing.instrument?.precision ?? 0)}
    />
  );
}

function leftUntil(close: number | null, at: number, words: ReturnType<typeof useNames>['words']): string {
  const seconds = close === null ? 0 : Math.floor((close - at) / 1_000);
  if (seconds <= 0) return words.closed;
  const text =
    seconds < 60
      ? words.seconds(String(seconds))
      : words.minutes(String(Math.floor(seconds / 60)), String(seconds % 60));
  return words.closesIn(text);
}
