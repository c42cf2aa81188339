// What is said over any page when copy trading did something.
import { unfollow } from '@maru/contract/copytrade/follows';
import type { CopiedPush, CopyPush } from '@maru/contract/realtime';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { followOf, openCopytrade } from '../../copytrade-double.ts';
import { tradedBitcoin } from '../../futures-market-double.ts';
import { tap } from '../../screen-double.tsx';

afterEach(cleanup);

const share = { share: '5.562', waived: '0', currency: 'USDT' };
const toast = () => document.querySelector('.toast:not(.toast--leaving)')?.textContent ?? '';

/** The notices are fetched after the first screen: once one was shown, all are. */
async function open(path: string, visit: Parameters<typeof openCopytrade>[1] = {}) {
  const page = await openCopytrade(path, { follows: [followOf()], ...visit });
  await waitFor(async () => {
    await page.pushCopy('COPYTRADE_SHARE', { role: 'FOLLOWER', traderFollowerId: 9, share });
    await page.pass(20);
    expect(toast()).not.toBe('');
  });
  await waitFor(async () => {
    await page.pass(2_000);
    expect(toast()).toBe('');
  });
  return page;
}

const missed = (copied: Partial<CopiedPush>): CopyPush => ({
  ...{ role: 'FOLLOWER', traderFollowerId: 9 },
  copied: {
    ...{ futuresOptionId: tradedBitcoin.id, stock: 'BTCUSDT', tradeType: 'LONG', isOpen: true },
    ...{ cause: 'LEAD', qty: null, price: null, net: null, reason: 'SLIPPAGE' },
    ...copied,
  },
});
const ended = (endedBy: NonNullable<CopyPush['endedBy']>): CopyPush => ({
  ...{ role: 'FOLLOWER', traderFollowerId: 9, follow: 'ENDED', endedBy, share },
});

test('a position that was left by a missed close is said as in the centre, stays, and leads to it', async () => {
  const page = await open('/copytrade');
  await page.pushCopy('COPYTRADE_MISSED', missed({ isOpen: false }));
  expect(await screen.findByText('카피 포지션이 남았습니다. 직접 정리해 주세요')).toBeTruthy();
  expect(screen.getByText('BTCUSDT · 가격이 한도보다 불리')).toBeTruthy();
  expect(screen.queryByText(/놓친 카피/)).toBeNull();
  await page.pass(9_000);
  await tap(/카피 포지션이 남았습니다/);
  await waitFor(() => expect(page.at()).toBe('/copytrade/mine'));
});

test('a missed entry leaves nothing to do and is said shortly', async () => {
  const page = await open('/copytrade');
  await page.pushCopy('COPYTRADE_MISSED', missed({}));
  expect(await screen.findByText('놓친 카피 · BTCUSDT')).toBeTruthy();
  await page.pass(2_000);
  expect(screen.queryByText('놓친 카피 · BTCUSDT')).toBeNull();
});

test.each(['TRADER', 'PLATFORM'] as const)(
  'a follow that the %s ended has ended, with what was shared at the end',
  async (endedBy) => {
    const page = await open('/copytrade');
    await page.pushCopy('COPYTRADE_FOLLOW', ended(endedBy));
    expect(await screen.findByText('팔로우가 끝났습니다')).toBeTruthy();
    expect(screen.getByText('수익 분배 5.562 USDT')).toBeTruthy();
    expect(screen.queryByText('팔로우를 끝냈습니다')).toBeNull();
  },
);

test('whoever ends the own follow is told of it once', async () => {
  const page = await open('/copytrade/mine', {
    follows: [followOf({ copies: [] })],
    prepare: (server) =>
      server.answer(unfollow, () => ({
        reply: {
          ...{ traderFollowerId: 9, share: '5.562', waived: '0', net: '56.9' },
          wallet: { type: 'FUTURES', currency: 'USDT', point: '5000', gameWaitPoint: '0' },
        },
      })),
  });
  await screen.findByRole('button', { name: '그만 따라가기' });
  await tap('그만 따라가기');
  await screen.findByRole('dialog');
  await tap('끝내기');
  expect(await screen.findByText('팔로우를 끝냈습니다')).toBeTruthy();
  await page.pushCopy('COPYTRADE_FOLLOW', ended('FOLLOWER'));
  await page.pass(1_500);
  // What was shared is news all the same.
  expect(screen.getByText('수익을 분배했습니다')).toBeTruthy();
  await page.pass(1_500);
  expect(screen.queryByText(/^팔로우[를가] 끝/)).toBeNull();
});
