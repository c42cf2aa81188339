import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Gauge, gaugeTone } from './gauge.tsx';

afterEach(cleanup);

it('the tone is a warning below a half and danger below a fifth', () => {
  expect([100, 50, 49.99, 20, 19.99, 0].map(gaugeTone)).toEqual([
    'calm',
    'calm',
    'warn',
    'warn',
    'danger',
    'danger',
  ]);
});

it('the share is measured from the danger line, not from the edge', () => {
  const { container } = render(<Gauge label="손절선까지" share={50} danger={20} />);
  expect(container.querySelector<HTMLElement>('.gauge__fill')!.style.width).toBe('60%');
  expect(screen.getByRole('meter', { name: '손절선까지' }).getAttribute('aria-valuenow')).toBe('50');
});

it('a share out of range stays within the track', () => {
  const { container } = render(<Gauge label="손절선까지" share={-40} danger={20} />);
  expect(container.querySelector<HTMLElement>('.gauge__fill')!.style.width).toBe('20%');
});
