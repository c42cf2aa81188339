import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Slider } from './slider.tsx';

afterEach(cleanup);

const percent = (value: number) => `${value}%`;

function press(value: number, key: string, stops?: readonly number[]) {
  const onChange = vi.fn();
  render(
    <Slider label="수량 비율" value={value} {...(stops && { stops })} format={percent} onChange={onChange} />,
  );
  fireEvent.keyDown(screen.getByRole('slider', { name: '수량 비율' }), { key });
  cleanup();
  return onChange.mock.calls.flat();
}

it('its value is exposed as it is written', () => {
  render(<Slider label="수량 비율" value={25} format={percent} onChange={() => {}} />);
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('25%');
  expect(screen.getByRole('slider').getAttribute('aria-valuenow')).toBe('25');
});

it('arrows move by one step, Page keys by one stop, Home and End to the ends', () => {
  expect(press(25, 'ArrowRight')).toEqual([26]);
  expect(press(25, 'ArrowDown')).toEqual([24]);
  expect(press(30, 'PageUp')).toEqual([50]);
  expect(press(30, 'PageDown')).toEqual([25]);
  expect(press(30, 'Home')).toEqual([0]);
  expect(press(1, 'End', [1, 10, 20, 50, 125])).toEqual([125]);
});

it('the value never leaves the range', () => {
  expect(press(100, 'ArrowRight')).toEqual([]);
  expect(press(0, 'PageDown')).toEqual([]);
});

it('a touch near a stop snaps to it, and elsewhere gives the value between', () => {
  const onChange = vi.fn();
  const stops = [1, 10, 20, 50, 125];
  const { container } = render(
    <Slider label="레버리지" value={1} stops={stops} format={String} onChange={onChange} />,
  );
  const track = container.querySelector('.slider__track')!;
  track.getBoundingClientRect = () => new DOMRect(0, 0, 200, 4);
  const slider = screen.getByRole('slider');
  slider.setPointerCapture = () => {};
  fireEvent.pointerDown(slider, { clientX: 98, pointerId: 1 });
  fireEvent.pointerDown(slider, { clientX: 125, pointerId: 1 });
  fireEvent.pointerDown(slider, { clientX: 900, pointerId: 1 });
  expect(onChange.mock.calls.flat()).toEqual([20, 35, 125]);
});
