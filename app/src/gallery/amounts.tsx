import { formatPrice } from '@maru/client/format';
import { readAmount } from '@maru/client/format-amount';
import { useState } from 'react';
import { useLanguage } from '../text/language.tsx';
import { Stepper } from '../ui/controls/stepper.tsx';
import { NumberPad } from '../ui/fields/number-pad.tsx';
import { AmountHero } from '../ui/figures/amount-hero.tsx';
import { pressedDraft } from '../ui/typing/typed-number.ts';
import { Exhibit } from './exhibit.tsx';
import { useWords } from './words.ts';

export const Amounts = () => (
  <>
    <Steppers />
    <Heroes />
  </>
);

function Steppers() {
  const { numbers, sections, fields } = useWords();
  const [ticks, setTicks] = useState('10');
  const [lots, setLots] = useState('1');
  const [price, setPrice] = useState('25412.75');
  const words = { less: numbers.less, more: numbers.more };
  return (
    <Exhibit title={sections.numbers} layout="pair">
      <Stepper
        label={numbers.takeProfit}
        words={words}
        step="1"
        precision={0}
        min="1"
        unit={numbers.tick}
        value={ticks}
        onChange={setTicks}
      />
      <Stepper
        label={numbers.quantity}
        words={words}
        step="1"
        precision={0}
        min="1"
        max="30"
        size="large"
        unit={numbers.contracts}
        value={lots}
        onChange={setLots}
      />
      <Stepper
        label={fields.price}
        words={words}
        step="0.25"
        precision={2}
        isPadded
        value={price}
        onChange={setPrice}
      />
      <Stepper
        label={numbers.takeProfit}
        words={words}
        step="1"
        precision={0}
        prefix={numbers.takeProfit}
        unit={numbers.tick}
        value={ticks}
        onChange={setTicks}
        error
      />
    </Exhibit>
  );
}

const won = { precision: 0, max: '1000000000' };

function Heroes() {
  const { numbers, sections, fields, type } = useWords();
  const { language } = useLanguage();
  const [amount, setAmount] = useState('1000000');
  const [tooMuch, setTooMuch] = useState('15000000');
  const unit = type.won.trim();
  return (
    <Exhibit title={sections.amount}>
      <AmountHero
        question={numbers.howMuch}
        unit={unit}
        {...won}
        value={amount}
        onChange={setAmount}
        reading={readAmount(amount, language)}
        aside={numbers.owned(formatPrice('43342071', 0))}
        hasPad
      />
      <AmountHero
        question={numbers.howMuchOut}
        unit={unit}
        {...won}
        value={tooMuch}
        onChange={setTooMuch}
        error={fields.tooMuch}
      />
      <NumberPad
        words={{ pad: numbers.pad, erase: numbers.erase }}
        onKey={(key) => setAmount(pressedDraft(amount, key, won))}
      />
    </Exhibit>
  );
}
