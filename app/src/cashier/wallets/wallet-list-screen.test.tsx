import { dnwList, useCoupon } from '@maru/contract/cashier/calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerCashier, dnwRow, listed } from '../../cashier-double.ts';
import { openScreen, tap, write } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  answerCashier(server);
});

const open = (path: string) => openScreen(path, { signedIn: true, server });

test('a wallet offers what can be done with it on this site, and nothing else', async () => {
  const { at } = open('/balances/list');
  await screen.findByRole('button', { name: /USDT \(코인선물\)/ });
  await tap(/USDT \(코인선물\)/);
  const futures = screen.getByRole('dialog', { name: 'USDT (코인선물)에서 무엇을 할까요?' });
  expect(within(futures).getAllByRole('listitem')).toHaveLength(1);
  await act(async () => within(futures).getByRole('button', { name: /전환/ }).click());
  await waitFor(() => expect(at()).toBe('/wallet/convert/FUTURES'));
});

test('the menu opens the coupon, and its bonus is shown with its condition', async () => {
  server.answer(useCoupon, () => ({
    reply: {
      row: dnwRow({ type: 'B', point: '30000' }),
      wallet: { type: 'BINARY', currency: 'KRW', point: '0', gameWaitPoint: '0' },
      turnover: '30000',
    },
  }));
  const { sent } = open('/balances/list?coupon');
  await screen.findByRole('dialog', { name: '쿠폰 등록' });
  await write('쿠폰 코드', ' WELCOME-30 ');
  await tap('쿠폰 사용');
  expect(await screen.findByText('보너스를 받았습니다')).toBeTruthy();
  expect(screen.getByText('30,000원 거래하면 출금할 수 있습니다.')).toBeTruthy();
  expect(sent(useCoupon)).toEqual([{ promoCode: 'WELCOME-30', walletType: 'BINARY' }]);
});

test('a used coupon is refused in its field', async () => {
  server.answer(useCoupon, () => ({ refusal: 'COUPON_USED_BY_YOU' }));
  open('/balances/list?coupon');
  await screen.findByRole('dialog', { name: '쿠폰 등록' });
  await write('쿠폰 코드', 'WELCOME-30');
  await tap('쿠폰 사용');
  expect(await screen.findByText('이미 사용한 코드입니다.')).toBeTruthy();
});

test('the search of the cashier finds wallets by initials and rows by a word', async () => {
  server.answer(dnwList, () => ({ reply: listed([dnwRow({ type: 'B', reason: '첫 거래 보너스' })]) }));
  open('/search/dnw');
  const box = await screen.findByRole('searchbox', { name: '지갑 검색' });
  expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(3);
  await act(async () => box.focus());
  await write('지갑 검색', 'ㅌㄷ');
  expect(await screen.findByText('테더 현물')).toBeTruthy();
  expect(await screen.findByText(/첫 거래 보너스/)).toBeTruthy();
  expect(screen.queryByText('해외선물')).toBeNull();
});
