import { formatPrice } from '@maru/client/format';
import { readAmount } from '@maru/client/format-amount';
import { useState } from 'react';
import { Stepper } from '../ui/controls/stepper.tsx';
import { NumberPad } from '../ui/fields/number-pad.tsx';
import { AmountHero } from '../ui/figures/amount-hero.tsx';
import { pressedDraft } from '../ui/typing/typed-number.ts';
import { Exhibit } from './exhibit.tsx';
import { useTyped } from './use-typed.ts';

export const Amounts = () => (
  <>
    <Steppers />
    <Heroes />
  </>
);

function Steppers() {
  const [ticks, setTicks] = useState('10');
  const words = { less: '줄이기', more: '늘리기' };
  return (
    <Exhibit title="숫자 입력" layout="pair">
      <Stepper
        label="익절"
        words={words}
        step="1"
        precision={0}
        min="1"
        unit="틱"
        value={ticks}
        onChange={setTicks}
      />
      <Stepper
        label="수량"
        words={words}
        step="1"
        precision={0}
        min="1"
        max="30"
        size="large"
        unit="계약"
        {...useTyped('1')}
      />
      <Stepper label="주문 가격" words={words} step="0.25" precision={2} isPadded {...useTyped('25412.75')} />
      <Stepper
        label="익절"
        words={words}
        step="1"
        precision={0}
        prefix="익절"
        unit="틱"
        value={ticks}
        onChange={setTicks}
        error
      />
    </Exhibit>
  );
}

const won = { precision: 0, max: '1000000000' };

function Heroes() {
  const [amount, setAmount] = useState('1000000');
  return (
    <Exhibit title="금액">
      <AmountHero
        question="얼마를 입금할까요?"
        unit="원"
        {...won}
        value={amount}
        onChange={setAmount}
        reading={readAmount(amount, 'ko')}
        aside={`보유 ${formatPrice('43342071', 0)}원`}
        hasPad
      />
      <AmountHero
        question="얼마를 출금할까요?"
        unit="원"
        {...won}
        {...useTyped('15000000')}
        error="보유금액을 초과합니다."
      />
      <NumberPad
        words={{ pad: '숫자판', erase: '한 자 지우기' }}
        onKey={(key) => setAmount(pressedDraft(amount, key, won))}
      />
    </Exhibit>
  );
}
