import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Field, FieldAction } from './field.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';

afterEach(cleanup);

function Nick(props: Partial<ComponentProps<typeof Field>>) {
  const [value, setValue] = useState('');
  return <Field label="닉네임" name="nick" value={value} onChange={setValue} {...props} />;
}

test('the label names the input, and typed text is its value', () => {
  render(<Nick />);
  const input = screen.getByLabelText('닉네임');
  fireEvent.change(input, { target: { value: '마루' } });
  expect(input).toHaveProperty('value', '마루');
});

test('an error marks the input as invalid and describes it', () => {
  const { rerender } = render(<Nick reserve />);
  const input = screen.getByLabelText('닉네임');
  expect(input.getAttribute('aria-invalid')).toBe('false');
  rerender(<Nick reserve error="닉네임은 아이디와 다르게 정해 주세요." ok="사용할 수 있습니다." />);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  const message = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  expect(message?.textContent).toBe('닉네임은 아이디와 다르게 정해 주세요.');
  expect(message?.querySelector('svg')).not.toBeNull();
});

test('the message element exists before the message, and stays the same element', () => {
  const { rerender } = render(<Nick reserve />);
  const place = document.querySelector('[aria-live]');
  expect(place?.textContent).toBe('');
  rerender(<Nick reserve error="다시 정해 주세요." />);
  expect(document.querySelector('[aria-live]')).toBe(place);
});

test('a field without a message has no description', () => {
  render(<Nick />);
  expect(screen.getByLabelText('닉네임').hasAttribute('aria-describedby')).toBe(false);
});

test('a locked field shows its value and cannot be changed', () => {
  render(
    <Nick locked value="김마루" action={<FieldAction label="지우기" icon="close" onPress={() => {}} />} />,
  );
  expect(screen.getByLabelText('닉네임')).toHaveProperty('readOnly', true);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the eye button shows the password and hides it again, and its name tells which', () => {
  render(
    <PasswordField
      label="비밀번호"
      name="password"
      autoComplete="new-password"
      words={{ show: '비밀번호 보기', hide: '비밀번호 숨기기' }}
      value="correct horse"
      onChange={() => {}}
    />,
  );
  const input = screen.getByLabelText('비밀번호');
  expect(input.getAttribute('autocomplete')).toBe('new-password');
  expect(input.getAttribute('type')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: '비밀번호 보기' }));
  expect(input.getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: '비밀번호 숨기기' }));
  expect(input.getAttribute('type')).toBe('password');
});

function Bank({ error }: { readonly error?: string }) {
  const [value, setValue] = useState('');
  const options = [
    { value: '88', label: '신한은행' },
    { value: '4', label: '국민은행' },
  ];
  return <SelectField label="은행" name="bank" {...{ value, options, error }} onChange={setValue} />;
}

test('a bank is chosen from the list, and none is chosen before', () => {
  render(<Bank />);
  const select = screen.getByRole('combobox', { name: '은행' });
  expect(select).toHaveProperty('value', '');
  fireEvent.change(select, { target: { value: '4' } });
  expect(select).toHaveProperty('value', '4');
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('국민은행');
});

test('a list with an invalid answer shows its error', () => {
  render(<Bank error="은행을 골라 주세요." />);
  const select = screen.getByRole('combobox', { name: '은행' });
  expect(select.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('은행을 골라 주세요.')).toBeTruthy();
});
