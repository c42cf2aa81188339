import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';

afterEach(cleanup);

const tour = () => screen.queryByRole('complementary', { name: '둘러보기' });

test('the first visit of a trade screen has three marks, and no later one has any', async () => {
  const { stored } = openScreen('/future/BTCUSDT', { signedIn: true, isNew: true });
  await screen.findByText('지금 가격', {}, { timeout: 5_000 });
  await tap('다음');
  expect(screen.getByText('방향 고르기')).toBeTruthy();
  await tap('다음');
  await tap('시작하기');
  expect(tour()).toBeNull();
  expect(stored.get('maru.tour')).toBe('seen');
});

test('it can be skipped at its first mark, for good', async () => {
  const { stored } = openScreen('/future/BTCUSDT', { signedIn: true, isNew: true });
  await screen.findByText('지금 가격', {}, { timeout: 5_000 });
  await tap('건너뛰기');
  expect([tour(), stored.get('maru.tour')]).toEqual([null, 'seen']);
});

test('another screen has none', async () => {
  openScreen('/more', { signedIn: true, isNew: true });
  await screen.findByText('데모트레이더', {}, { timeout: 5_000 }).catch(() => undefined);
  expect(tour()).toBeNull();
});
