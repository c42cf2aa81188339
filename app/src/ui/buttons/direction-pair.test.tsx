import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DirectionPair } from './direction-pair.tsx';

afterEach(cleanup);

const sides = { up: { word: '매수', figure: '25,413.00' }, down: { word: '매도', figure: '25,412.50' } };

it('each side reports its own direction', () => {
  const onPress = vi.fn();
  render(<DirectionPair label="주문" {...sides} onPress={onPress} />);
  fireEvent.click(screen.getByRole('button', { name: /매도/ }));
  fireEvent.click(screen.getByRole('button', { name: /매수/ }));
  expect(onPress.mock.calls).toEqual([['down'], ['up']]);
});

it('up is on the left, unless the member has flipped the sides', () => {
  const { rerender } = render(<DirectionPair label="주문" {...sides} onPress={() => {}} />);
  expect(screen.getAllByRole('button')[0]!.textContent).toContain('매수');
  rerender(<DirectionPair label="주문" {...sides} flipped onPress={() => {}} />);
  expect(screen.getAllByRole('button')[0]!.textContent).toContain('매도');
});

it('a locked pair sends no order', () => {
  const onPress = vi.fn();
  render(<DirectionPair label="주문" {...sides} tall state="locked" onPress={onPress} />);
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(onPress).not.toHaveBeenCalled();
});

it('a side that is locked alone sends no order, the other one does', () => {
  const onPress = vi.fn();
  const up = { ...sides.up, isLocked: true };
  render(<DirectionPair label="주문" {...sides} up={up} onPress={onPress} />);
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(onPress.mock.calls).toEqual([['down']]);
  expect((screen.getByRole('button', { name: /매수/ }) as HTMLButtonElement).disabled).toBe(true);
});

it('while one side is pending, neither sends an order and the pressed one keeps the focus', () => {
  const onPress = vi.fn();
  const { rerender } = render(<DirectionPair label="주문" {...sides} onPress={onPress} />);
  const up = screen.getByRole('button', { name: /매수/ });
  up.focus();
  rerender(<DirectionPair label="주문" {...sides} pending="up" onPress={onPress} />);
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(onPress).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(up);
  expect((screen.getByRole('button', { name: /매도/ }) as HTMLButtonElement).disabled).toBe(true);
});

it('a key presses its side as a tap does, and nothing where the side is locked', () => {
  const onPress = vi.fn();
  const keys = { up: 'B', down: 'S' };
  const { rerender } = render(<DirectionPair label="주문" {...sides} keys={keys} onPress={onPress} />);
  fireEvent.keyDown(document.body, { key: 'b', code: 'KeyB' });
  fireEvent.keyDown(document.body, { key: 's', code: 'KeyS' });
  expect(onPress.mock.calls).toEqual([['up'], ['down']]);
  rerender(<DirectionPair label="주문" {...sides} keys={keys} state="locked" onPress={onPress} />);
  fireEvent.keyDown(document.body, { key: 'b', code: 'KeyB' });
  expect(onPress).toHaveBeenCalledTimes(2);
});
