import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Switch } from './switch.tsx';

afterEach(cleanup);

it('a tap requests the other state', () => {
  const onChange = vi.fn();
  const { rerender } = render(<Switch label="체결음" checked={false} onChange={onChange} />);
  fireEvent.click(screen.getByRole('switch', { name: '체결음', checked: false }));
  rerender(<Switch label="체결음" checked onChange={onChange} />);
  fireEvent.click(screen.getByRole('switch', { name: '체결음', checked: true }));
  expect(onChange.mock.calls).toEqual([[true], [false]]);
});

it('a disabled switch does not change', () => {
  const onChange = vi.fn();
  render(<Switch label="체결음" checked disabled onChange={onChange} />);
  fireEvent.click(screen.getByRole('switch'));
  expect(onChange).not.toHaveBeenCalled();
});
