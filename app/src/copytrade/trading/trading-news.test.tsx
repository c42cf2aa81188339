// What reaches a trader's own tab without its being opened again.
import { followers } from '@maru/contract/copytrade/follows';
import { leadHistory, openLeads } from '@maru/contract/copytrade/history';
import { myTrader } from '@maru/contract/copytrade/traders';
import type { LeadRecord, WireFollower } from '@maru/contract/copytrade/wire';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { followerOf, openCopytrade, openLeadsOf, ownTrader, pageOf } from '../../copytrade-double.ts';
import { fillOf } from '../../futures-double.ts';
import { START } from '../../futures-market-double.ts';
import { tap } from '../../screen-double.tsx';
import type { ServerDouble } from '../../server-double.ts';

afterEach(cleanup);

/** `shown`: what the server knows, which a test changes. */
async function openTrading(shown: {
  followers?: readonly WireFollower[];
  records?: readonly LeadRecord[];
  qty?: string;
}) {
  const page = await openCopytrade('/copytrade/trading', {
    prepare: (server) => {
      server.answer(myTrader, () => ({
        reply: {
          ...{ application: null, traderFollowerId: null },
          trader: { ...ownTrader, followers: shown.followers?.length ?? 0 },
        },
      }));
      server.answer(followers, () => ({ reply: pageOf(shown.followers ?? []) }));
      server.answer(leadHistory, () => ({ reply: pageOf(shown.records ?? []) }));
      server.answer(openLeads, () => ({ reply: openLeadsOf({ qty: shown.qty ?? '0.412' }) }));
    },
  });
  await screen.findByRole('article', { name: 'BTCUSDT' });
  return page;
}

const follower = (traderFollowerId: number, nick: string) => followerOf({ traderFollowerId, nick });
const rows = async () =>
  within(await screen.findByRole('list', { name: '팔로워' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('b')?.textContent);
const askedFor = (server: ServerDouble, { path }: { readonly path: string }) =>
  server.asked.filter((each) => each.path === path).length;
const ended = { role: 'TRADER', traderFollowerId: 9, follow: 'ENDED' } as const;
const closed: LeadRecord = {
  ...{ id: 900, futuresOptionId: 201, stock: 'BTCUSDT', tradeType: 'LONG', leverage: 10 },
  ...{ entryPrice: '95165', price: '95480', isLiquidation: false, roe: 3.3, net: '42.2' },
  ...{ openedMillis: START - 60_000, closedMillis: START },
};

test('a trade that is closed is among the closed ones at once', async () => {
  const shown: Parameters<typeof openTrading>[0] = {};
  const page = await openTrading(shown);
  expect(await screen.findByText('끝난 거래가 없습니다')).toBeTruthy();
  shown.records = [closed];
  await page.pushCopy('POSITION_CLOSE', undefined, { fills: [fillOf()] });
  const list = within(await screen.findByRole('list', { name: '기록' }));
  expect(list.getByRole('listitem').textContent).toContain('+42.2000 USDT');
});

test('the row of a follower who left goes with the count', async () => {
  const shown = { followers: [follower(9, '솔*람'), follower(8, '고*')] };
  const page = await openTrading(shown);
  expect(await rows()).toEqual(['솔*람', '고*']);
  await tap(/^팔로워/, 'tab');
  expect(await rows()).toEqual(['솔*람', '고*']);
  shown.followers = [follower(8, '고*')];
  await page.pushCopy('COPYTRADE_FOLLOW', ended);
  await waitFor(async () => expect(await rows()).toEqual(['고*']));
  expect(screen.getByRole('tab', { name: '팔로워 1' })).toBeTruthy();
});

test('somebody who begins to follow is seen within seconds, though nothing is pushed', async () => {
  const shown = { followers: [follower(9, '솔*람')] };
  const page = await openTrading(shown);
  expect(await rows()).toEqual(['솔*람']);
  shown.followers = [follower(10, '나*터'), follower(9, '솔*람')];
  await page.pass(5_000);
  expect(await rows()).toEqual(['나*터', '솔*람']);
  expect(screen.getByRole('tab', { name: '팔로워 2' })).toBeTruthy();
  await tap(/^팔로워/, 'tab');
  shown.followers = [follower(10, '나*터')];
  await page.pass(5_000);
  expect(await rows()).toEqual(['나*터']);
});

test('before closing, the copies that followers closed alone are no longer counted', async () => {
  const shown = { qty: '0.412' };
  const page = await openTrading(shown);
  await tap('BTCUSDT 모두 청산');
  const sheet = within(await screen.findByRole('dialog', { name: '모두 청산' }));
  const together = () => sheet.getByText('함께 청산되는 수량').nextElementSibling?.textContent;
  await waitFor(() => expect(together()).toBe('0.412 BTC'));
  shown.qty = '0.2';
  await page.pass(5_000);
  expect(together()).toBe('0.200 BTC');
});

test('a thousand shares that are paid at once cause two reads of each list', async () => {
  const page = await openTrading({ followers: [follower(9, '솔*람')] });
  const before = askedFor(page.server, followers);
  for (let place = 0; place < 1_000; place++)
    await page.pushCopy('COPYTRADE_SHARE', { role: 'TRADER', traderFollowerId: place });
  await page.pass(1_000);
  expect(askedFor(page.server, followers) - before).toBe(2);
});

test('all pages that were opened are read again, each follower once', async () => {
  const all = Array.from({ length: 130 }, (_, place) => follower(1_000 + place, `팔로워 ${place}`));
  const shown = { followers: all };
  const page = await openTrading(shown);
  page.server.answer(followers, () => {
    const { page: number, size } = page.server.asked.findLast(({ path }) => path === followers.path)!.query;
    const from = Number(number) * Number(size);
    const content = shown.followers.slice(from, from + Number(size));
    return { reply: { ...pageOf(content), size: Number(size), totalElements: shown.followers.length } };
  });
  await tap(/^팔로워/, 'tab');
  await screen.findByText('팔로워 19');
  for (let opened = 1; opened < 6; opened++) {
    await tap('더 보기');
    await screen.findByText(`팔로워 ${opened * 20 + 19}`);
  }
  shown.followers = all.filter((_, place) => place !== 110);
  await page.pushCopy('COPYTRADE_FOLLOW', { ...ended, traderFollowerId: 1_110 });
  await screen.findByText('팔로워 120');
  expect(await rows()).toHaveLength(120);
  expect(screen.queryByText('팔로워 110')).toBeNull();
  await tap('더 보기');
  await screen.findByText('팔로워 129');
  expect(new Set(await rows()).size).toBe(129);
  expect(screen.queryByRole('button', { name: '더 보기' })).toBeNull();
});
