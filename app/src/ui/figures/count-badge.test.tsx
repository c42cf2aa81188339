import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CountBadge } from './count-badge.tsx';

afterEach(cleanup);

const shown = (count: number) => render(<CountBadge count={count} />).container.textContent;

it('above 99 the number no longer matters, and at zero there is none', () => {
  expect([0, 1, 99, 100, 4000].map(shown)).toEqual(['', '1', '99', '99+', '99+']);
});
