import { me } from '@maru/contract/account/calls';
import { endTour } from '@maru/contract/tour/calls';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { serverDouble, storedTokens, trader } from '../server-double.ts';

afterEach(cleanup);

const tour = () => screen.queryByRole('complementary', { name: '둘러보기' });

test('the first visit of a trade screen has three marks, and no later one has any', async () => {
  const { stored, sent } = openScreen('/future/BTCUSDT', { signedIn: true, isNew: true });
  await screen.findByText('지금 가격');
  await tap('다음');
  expect(screen.getByText('방향 고르기')).toBeTruthy();
  await tap('다음');
  expect(sent(endTour)).toEqual([]);
  await tap('시작하기');
  expect(tour()).toBeNull();
  expect(stored.get('maru.tour')).toBe('seen');
  expect(sent(endTour)).toHaveLength(1);
});

test('it can be skipped at its first mark, for good', async () => {
  const { stored } = openScreen('/future/BTCUSDT', { signedIn: true, isNew: true });
  await screen.findByText('지금 가격');
  await tap('건너뛰기');
  expect([tour(), stored.get('maru.tour')]).toEqual([null, 'seen']);
});

test('another screen has none', async () => {
  openScreen('/more', { signedIn: true, isNew: true });
  expect(await screen.findAllByText(trader.name)).not.toEqual([]);
  expect(tour()).toBeNull();
});

test('an account that ended it on another device has none on a new one', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(me, () => ({ reply: { ...trader, isTourOver: true } }));
  openScreen('/future/BTCUSDT', { signedIn: true, isNew: true, server });
  await screen.findByRole('tablist', { name: '내 코인선물' });
  expect(tour()).toBeNull();
});
