import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NumberPad } from '../fields/number-pad.tsx';
import { pressedDraft } from '../typing/typed-number.ts';
import { AmountHero } from './amount-hero.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Deposit({ precision = 0, error }: { readonly precision?: number; readonly error?: string }) {
  const [amount, setAmount] = useState('');
  return (
    <>
      <AmountHero
        question="얼마를 입금할까요?"
        unit={precision === 0 ? '원' : 'USDT'}
        precision={precision}
        value={amount}
        onChange={setAmount}
        reading={amount === '' ? '' : `${amount} 읽기`}
        aside="보유 12,480,500원"
        error={error}
        hasPad
      />
      <NumberPad
        words={{ pad: '숫자판', erase: '지우기', point: '소수점' }}
        corner={precision === 0 ? '00' : '.'}
        onKey={(key) => setAmount((draft) => pressedDraft(draft, key, { precision }))}
      />
      <output>{amount}</output>
    </>
  );
}

const amount = () => screen.getByLabelText('얼마를 입금할까요?') as HTMLInputElement;
const press = (...names: string[]) => {
  for (const name of names) fireEvent.click(screen.getByRole('button', { name }));
};

test('the pad writes the amount, with separators at once', () => {
  render(<Deposit />);
  press('1', '00', '00', '00');
  expect(amount().value).toBe('1,000,000');
  press('지우기');
  expect(amount().value).toBe('100,000');
});

test('the pad writes a fraction', () => {
  render(<Deposit precision={4} />);
  press('소수점', '0', '5');
  expect(amount().value).toBe('0.05');
});

test('a fraction begun before the initial value is normalized is not lost', () => {
  render(<Deposit precision={8} />);
  press('0', '소수점', '0');
  act(() => void vi.advanceTimersByTime(1_000));
  press('1');
  expect(amount().value).toBe('0.01');
});

test('erase repeats while it is held', () => {
  render(<Deposit />);
  press('1', '2', '3', '4');
  const erase = screen.getByRole('button', { name: '지우기' });
  fireEvent.pointerDown(erase);
  act(() => void vi.advanceTimersByTime(480));
  fireEvent.pointerUp(erase);
  expect(amount().value).toBe('12');
});

test('a keyboard types as well, and the separators keep the caret behind its digit', () => {
  render(<Deposit />);
  press('1', '2', '3', '4');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(amount(), '1,9234');
  amount().setSelectionRange(3, 3);
  fireEvent.input(amount());
  expect(amount().value).toBe('19,234');
  expect(amount().selectionStart).toBe(2);
});

test('the system keyboard does not open where the pad is shown', () => {
  render(<Deposit />);
  expect(amount().getAttribute('inputmode')).toBe('none');
});

test('an error replaces the reading and marks the amount as invalid', () => {
  const { rerender } = render(<Deposit />);
  press('5');
  expect(screen.getByText('5 읽기')).toBeTruthy();
  rerender(<Deposit error="출금신청금액이 보유금액을 초과합니다." />);
  expect(screen.queryByText('5 읽기')).toBeNull();
  expect(amount().getAttribute('aria-invalid')).toBe('true');
  const described = document.getElementById(amount().getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('출금신청금액이 보유금액을 초과합니다.');
});
