import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';

afterEach(cleanup);

it('a tap on the label checks the box', () => {
  const onChange = vi.fn();
  render(
    <Checkbox checked={false} onChange={onChange}>
      로그인 상태 유지
    </Checkbox>,
  );
  fireEvent.click(screen.getByText('로그인 상태 유지'));
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});

it('an unchecked required box blocks the form', () => {
  render(
    <Checkbox checked={false} required onChange={() => {}}>
      이용약관 동의
    </Checkbox>,
  );
  expect((screen.getByRole('checkbox', { name: '이용약관 동의' }) as HTMLInputElement).required).toBe(true);
});
