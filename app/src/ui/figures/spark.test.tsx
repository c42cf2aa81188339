import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Spark } from './spark.tsx';

afterEach(cleanup);

const path = (values: readonly number[]) =>
  render(<Spark values={values} direction="up" />)
    .container.querySelector('path')
    ?.getAttribute('d') ?? '';

it('any history becomes 22 points, and the last of them is the newest', () => {
  const drawn = path(Array.from({ length: 500 }, (_, index) => index));
  expect(drawn.split('L')).toHaveLength(22);
  expect(drawn.endsWith('60 3')).toBe(true);
});

it('a price that did not move is a level line', () => {
  expect(path([5, 5])).toBe('M2 13L60 13');
});

it('on a card it is drawn larger, with the line and the dot of a row', () => {
  const { container } = render(<Spark values={[1, 2]} direction="up" size="card" />);
  expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 108 40');
  expect(container.querySelector('circle')?.getAttribute('r')).toBe('2');
});

it('one price is a level line, and no price renders nothing', () => {
  expect(path([5])).toBe('M2 13L60 13');
  cleanup();
  expect(path([])).toBe('');
});

it('the spark of a closed market has no end dot', () => {
  const { container } = render(<Spark values={[1, 2]} direction="resting" />);
  expect(container.querySelector('circle')).toBeNull();
});
