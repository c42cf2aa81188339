import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Stepper } from './stepper.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Ticks(props: Partial<ComponentProps<typeof Stepper>>) {
  const [value, setValue] = useState(props.value ?? '10');
  return (
    <Stepper
      label="익절"
      words={{ less: '익절 틱 줄이기', more: '익절 틱 늘리기' }}
      step="1"
      precision={0}
      min="1"
      max="15"
      unit="틱"
      {...props}
      value={value}
      onChange={setValue}
    />
  );
}

const figure = () => screen.getByRole('spinbutton', { name: '익절' }) as HTMLInputElement;
const more = () => screen.getByRole('button', { name: '익절 틱 늘리기' });
const less = () => screen.getByRole('button', { name: '익절 틱 줄이기' });
const pass = (durationMs: number) => act(() => void vi.advanceTimersByTime(durationMs));

test('a tap is one step', () => {
  render(<Ticks />);
  fireEvent.click(more());
  expect(figure().value).toBe('11');
  fireEvent.click(less());
  fireEvent.click(less());
  expect(figure().value).toBe('9');
});

test('a held button repeats after 400 ms, every 80 ms, until it is released', () => {
  render(<Ticks max="100" />);
  fireEvent.pointerDown(more());
  pass(399);
  expect(figure().value).toBe('10');
  pass(1);
  expect(figure().value).toBe('11');
  pass(160);
  expect(figure().value).toBe('13');
  fireEvent.pointerUp(more());
  fireEvent.click(more(), { detail: 1 });
  pass(1_000);
  expect(figure().value).toBe('13');
});

test('a finger that slides off the button stops the repeating', () => {
  render(<Ticks max="100" />);
  fireEvent.pointerDown(more());
  pass(400);
  fireEvent.pointerLeave(more());
  pass(1_000);
  expect(figure().value).toBe('11');
  fireEvent.click(more());
  expect(figure().value).toBe('12');
});

test('it stops at the end of its range and shows that', () => {
  render(<Ticks />);
  fireEvent.pointerDown(more());
  pass(5_000);
  expect(figure().value).toBe('15');
  expect(more().getAttribute('aria-disabled')).toBe('true');
  expect(less().getAttribute('aria-disabled')).toBe('false');
  expect(vi.getTimerCount()).toBe(0);
});

test('a stepper that is unmounted while it is held leaves no timer', () => {
  const { unmount } = render(<Ticks max="100" />);
  fireEvent.pointerDown(more());
  pass(500);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

test('the arrow keys step, and the Page keys step by ten', () => {
  render(<Ticks max="100" />);
  fireEvent.keyDown(figure(), { key: 'ArrowUp' });
  expect(figure().value).toBe('11');
  fireEvent.keyDown(figure(), { key: 'PageUp' });
  expect(figure().value).toBe('21');
  fireEvent.keyDown(figure(), { key: 'ArrowDown' });
  fireEvent.keyDown(figure(), { key: 'PageDown' });
  expect(figure().value).toBe('10');
});

test('its figure is exposed with its unit and its range', () => {
  render(<Ticks />);
  expect(figure().getAttribute('aria-valuetext')).toBe('10틱');
  expect(figure().getAttribute('aria-valuenow')).toBe('10');
  expect(figure().getAttribute('aria-valuemax')).toBe('15');
});

test('a price steps by its tick, exactly, below zero too', () => {
  render(<Ticks value="-0.1" step="0.1" precision={1} minus min="-1000" max="1000" isPadded />);
  fireEvent.click(more());
  fireEvent.click(more());
  fireEvent.click(more());
  expect(figure().value).toBe('0.2');
});

test('the figure can be typed only where that is allowed', () => {
  const { unmount } = render(<Ticks />);
  fireEvent.change(figure(), { target: { value: '7' } });
  fireEvent.blur(figure());
  expect(figure().value).toBe('7');
  unmount();
  render(<Ticks isTypable={false} />);
  expect(figure().readOnly).toBe(true);
});
