import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Gauge, gaugeTone } from './gauge.tsx';

afterEach(cleanup);

it('it warns below a half and alarms below a fifth', () => {
  expect([100, 50, 49.99, 20, 19.99, 0].map(gaugeTone)).toEqual([
    'calm',
    'calm',
    'warn',
    'warn',
    'danger',
    'danger',
  ]);
});

it('what is left is counted from the danger line, not from the edge', () => {
  const { container } = render(<Gauge label="손절선까지" share={50} danger={20} />);
  expect(container.querySelector<HTMLElement>('.gauge__fill')!.style.width).toBe('60%');
  expect(screen.getByRole('meter', { name: '손절선까지' }).getAttribute('aria-valuenow')).toBe('50');
});

it('a share outside its bounds does not leave the track', () => {
  const { container } = render(<Gauge label="손절선까지" share={-40} danger={20} />);
  expect(container.querySelector<HTMLElement>('.gauge__fill')!.style.width).toBe('20%');
});
