// Why a position is liquidated at its price, and what more margin would change (design 31b).
import { formatDecimal, formatPrice } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import { type Amount, amount, divide, type Price, price as priceOf, toDecimal } from '@maru/engine/amount';
import { distanceTo } from '@maru/engine/futures/liquidation-price';
import { isolatedLiquidationPrice } from '@maru/engine/futures/liquidation-prices';
import { isIsolated } from '@maru/engine/futures/value';
import { useState } from 'react';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { heldOf } from '../account/engine-view.ts';
import { walletCurrency } from '../account/unit-words.ts';
import { LiquidationFormula } from './liquidation-formula.tsx';
import { useMoveMargin } from './margin-sheet.tsx';
import type { WhyPartProps } from './why-position-sheet.tsx';

export function WhyLiquidation(props: WhyPartProps) {
  const { holding, instrument, around } = props;
  const words = useWords(futuresPositionWords);
  const held = heldOf(holding.position);
  const level = holding.now?.liquidation;
  if (level === undefined) return null;
  return (
    <>
      <LiquidationFormula
        held={held}
        level={priceOf(level)}
        facts={around.facts}
        around={around}
        instrument={instrument}
      />
      {isIsolated(held) ? <WhatIf {...props} /> : <p className="text-caption">{words.crossMargin}</p>}
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
