import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Segmented } from './segmented.tsx';

afterEach(cleanup);

const options = [
  { value: 'limit', label: '지정가' },
  { value: 'market', label: '시장가' },
  { value: 'mit', label: 'MIT' },
] as const;

function Kinds() {
  const [value, setValue] = useState<'limit' | 'market' | 'mit'>('limit');
  return <Segmented label="주문 유형" options={options} value={value} onChange={setValue} />;
}

const chosen = () => screen.getByRole('radio', { checked: true });

it('a tap chooses', () => {
  render(<Kinds />);
  fireEvent.click(screen.getByRole('radio', { name: '시장가' }));
  expect(chosen().textContent).toBe('시장가');
});

it('the arrows choose the neighbour and wrap at the ends, and the focus moves along', () => {
  render(<Kinds />);
  chosen().focus();
  fireEvent.keyDown(chosen(), { key: 'ArrowLeft' });
  expect(chosen().textContent).toBe('MIT');
  expect(document.activeElement).toBe(chosen());
  fireEvent.keyDown(chosen(), { key: 'ArrowRight' });
  expect(chosen().textContent).toBe('지정가');
  fireEvent.keyDown(chosen(), { key: 'End' });
  expect(chosen().textContent).toBe('MIT');
});

it('the Tab key stops once, at the chosen one', () => {
  render(<Kinds />);
  expect(screen.getAllByRole('radio').map((radio) => radio.tabIndex)).toEqual([0, -1, -1]);
});

it('it can be focused even when nothing is chosen yet', () => {
  render(<Segmented label="기간" options={options} value={'none' as 'limit'} onChange={vi.fn()} />);
  expect(screen.getAllByRole('radio')[0]!.tabIndex).toBe(0);
});
