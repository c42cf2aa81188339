import { expect, test } from 'vitest';
import { inLineOrder } from './line-order.ts';

test('a partner is before those below, and the older one of two before the younger', () => {
  const paths = ['/4/', '/4/10/', '/4/6/', '/4/6/11/', '/4/6/9/', '/4/10/12/'];
  expect(inLineOrder(paths.map((path) => ({ path }))).map(({ path }) => path)).toEqual([
    ...['/4/', '/4/6/', '/4/6/9/', '/4/6/11/', '/4/10/', '/4/10/12/'],
  ]);
});
