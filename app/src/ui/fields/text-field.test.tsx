import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { PhoneField } from './phone-field.tsx';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

function Text(props: Partial<ComponentProps<typeof TextField>>) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <>
      <TextField label="입력" name="text" {...props} value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

const input = () => screen.getByLabelText('입력') as HTMLInputElement;
const accepted = () => screen.getByRole('status').textContent;

/** Like the browser: the text and its caret are set when the event fires. */
function write(element: HTMLInputElement, value: string, caret = value.length) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(element, value);
  element.setSelectionRange(caret, caret);
  fireEvent.input(element);
}

test('a character that does not fit leaves the text and the caret where they were', () => {
  render(<Text pattern="username" value="maru" />);
  write(input(), 'ma!ru', 3);
  expect(input().value).toBe('maru');
  expect(input().selectionStart).toBe(2);
  expect(accepted()).toBe('maru');
});

test('a Hangul syllable is composed undisturbed and validated when it is complete', () => {
  render(<Text exclude={['special', 'korean']} value="maru" />);
  fireEvent.compositionStart(input());
  for (const step of ['maruㅁ', 'maru마', 'maru말']) {
    write(input(), step);
    expect(input().value).toBe(step);
    expect(accepted()).toBe('maru');
  }
  fireEvent.compositionEnd(input());
  expect(input().value).toBe('maru');
  expect(accepted()).toBe('maru');
});

test('text that fits is reported while it is still composed: a phone keyboard composes whole words', () => {
  render(<Text exclude={['specialAndDigits']} value="김" />);
  fireEvent.compositionStart(input());
  write(input(), '김ㅁ');
  expect(accepted()).toBe('김ㅁ');
  write(input(), '김마');
  expect(accepted()).toBe('김마');
  fireEvent.compositionEnd(input());
  expect(accepted()).toBe('김마');
  expect(input().value).toBe('김마');
});

test('the input event that Safari sends after the composition changes nothing more', () => {
  render(<Text exclude={['korean']} value="a" />);
  fireEvent.compositionStart(input());
  write(input(), 'aㅁ');
  fireEvent.compositionEnd(input());
  fireEvent.input(input());
  expect(accepted()).toBe('a');
});

test('each pattern sets its keyboard', () => {
  render(<Text pattern="digits" />);
  expect(input().getAttribute('inputmode')).toBe('numeric');
});

function Phone() {
  const [value, setValue] = useState('');
  return <PhoneField label="전화번호" name="phone" value={value} onChange={setValue} />;
}

test('hyphens are added to a phone number while it is typed', () => {
  render(<Phone />);
  const phone = screen.getByLabelText('전화번호') as HTMLInputElement;
  write(phone, '0101');
  expect(phone.value).toBe('010-1');
  write(phone, '010-12345678');
  expect(phone.value).toBe('010-1234-5678');
  expect(phone.getAttribute('inputmode')).toBe('tel');
  expect(phone.getAttribute('autocomplete')).toBe('tel-national');
});

test('a digit typed in the middle of a phone number keeps the caret behind it', () => {
  render(<Phone />);
  const phone = screen.getByLabelText('전화번호') as HTMLInputElement;
  write(phone, '010-123-4567');
  write(phone, '010-9123-4567', 5);
  expect(phone.value).toBe('010-9123-4567');
  expect(phone.selectionStart).toBe(5);
});
