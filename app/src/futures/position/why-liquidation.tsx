// Why a position is liquidated at its price, and what more margin would change (design 31b).
import { formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import {
  type Amount,
  amount,
  divide,
  ONE,
  type Price,
  price as priceOf,
  toDecimal,
} from '@maru/engine/amount';
import { distanceTo } from '@maru/engine/futures/liquidation-price';
import { isolatedLiquidationPrice } from '@maru/engine/futures/liquidation-prices';
import { crossAccount } from '@maru/engine/futures/standing';
import {
  isInverse,
  isIsolated,
  tierOf,
  toMoney,
  UNIT,
  valueAtEntry,
  valueAtPrice,
} from '@maru/engine/futures/value';
import { useState } from 'react';
import { WhyFormula, WhyFraction } from '../../receipt/why-formula.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { heldOf } from '../account/engine-view.ts';
import { qtyText, walletCurrency } from '../account/unit-words.ts';
import type { EngineSurroundings } from '../account/use-surroundings.ts';
import { useMoveMargin } from './margin-sheet.tsx';
import type { WhyPartProps } from './why-position-sheet.tsx';

type Held = ReturnType<typeof heldOf>;

/** Everything that backs the position besides its own profit. */
function backingOf(held: Held, { facts, pricedOf }: EngineSurroundings): Amount | undefined {
  if (isIsolated(held)) return (held.margin + held.funding) as Amount;
  const account = crossAccount(facts, pricedOf);
  const own = account?.marked.find(({ position }) => position.instrument === held.instrument);
  if (account === undefined || own === undefined) return undefined;
  return toMoney(account.equity - own.pnl - (account.maintenance - own.maintenance), UNIT, 'down');
}

/**
 * The parts of docs/rules.md 3.10, each with its figure. A linear contract divides money by coins, an inverse one dollars
 * by coins of the wallet, so that its fraction stands on its head.
 */
function partsOf(held: Held, level: Price, backing: Amount, { terms }: EngineSurroundings) {
  const inverse = isInverse(terms.contract);
  const isLong = held.side === 'LONG';
  const tier = tierOf(valueAtPrice(held.qty, level, terms, 'up'), terms.tiers);
  const entryValue = toMoney(valueAtEntry(held.qty, held.entry, terms, 'up'), UNIT, 'up');
  const isAdded = isLong === inverse;
  const money = isAdded ? entryValue + backing + tier.deduction : entryValue - backing - tier.deduction;
  const rate = isAdded ? ONE + tier.maintenance : ONE - tier.maintenance;
  const exact = inverse
    ? divide(held.qty * rate, money > 0n ? money : 1n, 'half-even')
    : divide(money * ONE * ONE, held.qty * rate, 'half-even');
  return { inverse, tier, entryValue, sign: isAdded ? '+' : '−', rate, exact };
}

export function WhyLiquidation(props: WhyPartProps) {
  const { holding, instrument, around } = props;
  const words = useWords(futuresPositionWords);
  const { position, now } = holding;
  const { precision } = instrument;
  const held = heldOf(position);
  const backing = backingOf(held, around);
  if (now?.liquidation === undefined || backing === undefined) return null;
  const level = priceOf(now.liquidation);
  const { inverse, tier, entryValue, sign, rate, exact } = partsOf(held, level, backing, around);
  const isOwn = isIsolated(held);
  const backed = isOwn ? words.margin : words.backing;
  const figure = (units: bigint) => formatDecimal(toDecimal(units));
  const money = (first: string, second: string, third: string) =>
    `${first} ${sign} ${second}${tier.deduction > 0n ? ` ${sign} ${third}` : ''}`;
  const inWords = [
    money(words.entryValue, backed, words.deduction),
    `${words.qty} × (1 ${sign} ${words.maintenanceRate})`,
  ];
  const inFigures = [
    money(figure(entryValue), figure(backing), figure(tier.deduction)),
    `${formatDecimal(position.qty)} × ${figure(rate)}`,
  ];
  const fraction = ([over, under]: readonly string[]) =>
    inverse ? <WhyFraction over={under} under={over} /> : <WhyFraction over={over} under={under} />;
  const shown = formatPrice(now.liquidation, precision);
  const currency = walletCurrency(instrument);
  const tierNo = around.terms.tiers.indexOf(tier) + 1;
  return (
    <>
      <p className="text-lead">{(isOwn ? words.whyIsolated : words.whyCross)[held.side]}</p>
      <div className="why-formulas">
        <WhyFormula name={words.liquidation}>{fraction(inWords)}</WhyFormula>
        <WhyFormula name={<span className="why-liquidation">{shown}</span>} isFigures>
          {fraction(inFigures)}
        </WhyFormula>
      </div>
      <KeyValueList framed>
        <KeyValue
          strong
          name={
            <>
              {words.entryValue}{' '}
              <small>
                {`${qtyText(position.qty, instrument)} ${inverse ? '÷' : '×'} ${formatMean(position.entryPrice, precision)}`}
              </small>
            </>
          }
        >
          {figure(entryValue)}
        </KeyValue>
        {isOwn ? (
          <KeyValue strong name={words.margin}>
            {formatDecimal(position.margin)}
          </KeyValue>
        ) : (
          <KeyValue strong name={words.backing}>
            {figure(backing)}
          </KeyValue>
        )}
        <KeyValue strong name={words.funding}>
          {formatDecimal(position.funding)}
        </KeyValue>
        <KeyValue
          strong
          name={
            <>
              {words.maintenanceRate}{' '}
              <small>
                {words.tierOf(String(tierNo), `${formatDecimal(toDecimal(tier.cap))} ${currency}`)}
              </small>
            </>
          }
        >
          {`${formatPrice(toDecimal(tier.maintenance * 100n), 2)}%`}
        </KeyValue>
        <KeyValue
          strong
          name={
            <>
              {level >= exact ? words.roundedUp : words.roundedDown}{' '}
              <small>{formatPrice(toDecimal(exact), 6)}</small>
            </>
          }
        >
          {shown}
        </KeyValue>
      </KeyValueList>
      {isOwn ? <WhatIf {...props} /> : <p className="text-caption">{words.crossMargin}</p>}
    </>
  );
}

const MORE_SHARES = [30n, 60n, 120n] as const;
const ROUND_AMOUNTS = ['50', '100', '200'] as const;

/** Round amounts of USDT; of a coin, shares of what the position has. */
const choicesOf = (margin: Amount, currency: string): readonly string[] =>
  currency === 'USDT'
    ? ROUND_AMOUNTS
    : MORE_SHARES.map((percent) => toDecimal(divide(margin * percent, 100n, 'up')));

function WhatIf({ holding, instrument, around, mark, onClose }: WhyPartProps) {
  const words = useWords(futuresPositionWords);
  const currency = walletCurrency(instrument);
  const { money } = useMoneyText(currency);
  const { busy, move } = useMoveMargin();
  const held = heldOf(holding.position);
  const choices = choicesOf(held.margin, currency);
  const [chosen, setChosen] = useState(0);
  const more = choices[chosen] ?? '0';
  const levelWith = (by: Amount) =>
    isolatedLiquidationPrice({ ...held, margin: (held.margin + by) as Amount }, around.terms);
  const shown = (level: Price | undefined) =>
    level === undefined ? words.never : formatPrice(toDecimal(level), instrument.precision);
  const far = (level: Price | undefined) =>
    level === undefined
      ? words.never
      : words.left(`${formatPrice(toDecimal(distanceTo(level, mark) * 100n), 2)}%`);
  const [now, then] = [levelWith(0n as Amount), levelWith(amount(more))];
  return (
    <section className="position-sheet why-more" aria-label={words.whatIf}>
      <p className="what-if__head">
        <b className="text-label">{words.whatIf}</b>
        <span className="text-caption figure">
          {words.markAt(
            formatTimeOfDay(around.quote?.ts ?? around.now),
            formatPrice(toDecimal(mark), instrument.precision),
          )}
        </span>
      </p>
      <ChipRow label={words.whatIf}>
        {choices.map((choice, index) => (
          <Chip key={choice} shape="square" pressed={index === chosen} onPress={() => setChosen(index)}>
            <span className="figure">{`+${formatDecimal(choice)}`}</span>
          </Chip>
        ))}
      </ChipRow>
      <div className="what-if figure">
        <span className="what-if__now">
          <small className="text-micro">{words.now}</small>
          <b>{shown(now)}</b>
          <small>{far(now)}</small>
        </span>
        <Icon name="chevron-right" size={16} />
        <span>
          <small className="text-micro">{`+${money(more)}`}</small>
          <b>{shown(then)}</b>
          <small className="text-micro">{far(then)}</small>
        </span>
      </div>
      <Button
        busy={busy}
        onPress={() => void move(holding.position.id, more, 1).then((isDone) => isDone && onClose())}
      >
        {words.addDo(money(more))}
      </Button>
    </section>
  );
}
