import { expect, test } from 'vitest';
import { withBefore } from './listing.ts';

const set = (id: string, stock: string, leverage: number) =>
  ({
    ...({ id, category: 'FILL', at: 0, path: null } as const),
    content: { kind: 'LEVERAGE', stock, leverage, before: null },
  }) as const;

test('a changed leverage names the one before of its own instrument', () => {
  const newestFirst = [set('4', 'A', 20), set('3', 'B', 5), set('2', 'A', 10), set('1', 'A', 50)];
  const found = withBefore(newestFirst).map(({ id, content }) => [id, 'before' in content && content.before]);
  expect(found).toEqual([
    ['4', 10],
    ['3', null],
    ['2', 50],
    ['1', null],
  ]);
});
