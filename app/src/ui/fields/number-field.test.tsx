import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NumberField } from './number-field.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type TextProps = Extract<ComponentProps<typeof NumberField>, { readonly value: string }>;

function Price(props: Partial<TextProps>) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <>
      <NumberField label="가격" name="price" precision={2} {...props} value={value} onChange={setValue} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('25412.75')}>
        호가
      </button>
    </>
  );
}

const input = () => screen.getByLabelText('가격') as HTMLInputElement;
const sent = () => screen.getByRole('status').textContent;

function write(value: string, caret = value.length) {
  const element = input();
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(element, value);
  element.setSelectionRange(caret, caret);
  fireEvent.input(element);
}

test('separators are added when the field is left, and the reported value has none', () => {
  render(<Price />);
  fireEvent.focus(input());
  write('1234567.5');
  expect(input().value).toBe('1234567.5');
  expect(sent()).toBe('1234567.5');
  fireEvent.blur(input());
  expect(input().value).toBe('1,234,567.5');
  expect(sent()).toBe('1234567.5');
});

test('separators stay when the field is focused, so the caret does not move', () => {
  render(<Price value="1234567.5" />);
  fireEvent.focus(input());
  expect(input().value).toBe('1,234,567.5');
  write('1,2934,567.5', 4);
  expect(input().value).toBe('12934567.5');
  expect(input().selectionStart).toBe(3);
});

test('a price below zero can be typed where minus is on', () => {
  render(<Price minus />);
  fireEvent.focus(input());
  for (const text of ['-', '-3', '-37', '-37.', '-37.6', '-37.63']) {
    write(text);
    expect(input().value).toBe(text);
  }
  expect(sent()).toBe('-37.63');
  expect(input().getAttribute('inputmode')).toBe('text');
});

test('a zero is reported as no value and is removed when the field is left', () => {
  render(<Price />);
  fireEvent.focus(input());
  write('0.0');
  expect(input().value).toBe('0.0');
  expect(sent()).toBe('');
  fireEvent.blur(input());
  expect(input().value).toBe('');
});

test('the maximum applies at once, the minimum when the field is left', () => {
  render(<Price min="10" max="1000" />);
  fireEvent.focus(input());
  write('5000');
  expect([input().value, sent()]).toEqual(['1000', '1000']);
  write('1');
  expect([input().value, sent()]).toEqual(['1', '1']);
  fireEvent.blur(input());
  expect([input().value, sent()]).toEqual(['10', '10']);
});

test('Enter normalizes the value before the form is sent', () => {
  render(<Price min="10" />);
  fireEvent.focus(input());
  write('7');
  fireEvent.keyDown(input(), { key: 'Enter' });
  expect([input().value, sent()]).toEqual(['10', '10']);
});

test('a price that is tapped elsewhere is shown, also while the field has the focus', () => {
  render(<Price isPadded />);
  fireEvent.focus(input());
  write('12.');
  fireEvent.click(screen.getByRole('button', { name: '호가' }));
  expect(input().value).toBe('25,412.75');
});

test('all decimal places are shown where the price is padded', () => {
  render(<Price isPadded value="97000" />);
  expect(input().value).toBe('97,000.00');
});

test('an initial value is normalized after half a second', () => {
  render(<Price value="1234.5678" max="1000" />);
  expect(sent()).toBe('1234.5678');
  act(() => void vi.advanceTimersByTime(499));
  expect(sent()).toBe('1234.5678');
  act(() => void vi.advanceTimersByTime(1));
  expect(sent()).toBe('1000');
  expect(input().value).toBe('1,000');
});

test('that does not change a field that is already being typed in', () => {
  render(<Price min="10" />);
  fireEvent.focus(input());
  write('1');
  act(() => void vi.advanceTimersByTime(500));
  expect(input().value).toBe('1');
});

test('Hangul typed by mistake is removed when the syllable is complete, and no digit with it', () => {
  render(<Price value="12" />);
  fireEvent.focus(input());
  fireEvent.compositionStart(input());
  write('12ㅁ');
  expect(input().value).toBe('12ㅁ');
  fireEvent.compositionEnd(input());
  expect([input().value, sent()]).toEqual(['12', '12']);
});

function Percent({ onNumber }: { readonly onNumber: (value: number | undefined) => void }) {
  const [value, setValue] = useState<number | undefined>(undefined);
  return (
    <NumberField
      label="가격"
      name="percent"
      precision={1}
      output="number"
      value={value}
      onChange={(next) => {
        setValue(next);
        onNumber(next);
      }}
    />
  );
}

test('the output can be a number, and empty is not zero', () => {
  const numbers: (number | undefined)[] = [];
  render(<Percent onNumber={(value) => numbers.push(value)} />);
  fireEvent.focus(input());
  write('1');
  write('1.');
  write('1.5');
  write('');
  expect(numbers).toEqual([1, 1.5, undefined]);
});
