import { applyBuy, applySell, withdrawable } from '@maru/contract/cashier/calls';
import { practiceArrival, tempGenerateWallet } from '@maru/contract/cashier/coin-address';
import { exchangeRateOf } from '@maru/contract/rates/calls';
import { playerQueues } from '@maru/contract/realtime';
import { siteByCode } from '@maru/contract/site';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerCashier, dnwRow, limits, NOW, xrpAddress } from '../../cashier-double.ts';
import { field, openScreen, tap } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, site, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const wallet = { type: 'USDT', currency: 'USDT', point: '0', gameWaitPoint: '0' };
let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  answerCashier(server);
  server.answer(siteByCode, () => ({
    reply: { ...site, usedCoins: 'BINARY,FUTURES,USDT,XRP', depositCoins: 'BINARY,USDT,XRP' },
  }));
});

const open = (path: string) => openScreen(path, { signedIn: true, server });
const type = (label: string, value: string) =>
  act(async () => fireEvent.change(field(label), { target: { value } }));

test('a coin is deposited to its own address: code, address, tag and what the network needs', async () => {
  open('/wallet/deposit/XRP');
  expect(await screen.findByRole('img', { name: '입금 주소 QR 코드' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: '리플 입금' })).toBeTruthy();
  expect(screen.getByText('모의 주소입니다.')).toBeTruthy();
  expect(screen.getByText('maru-practice:xrp: rMAR Upra ctic eXXX X')).toBeTruthy();
  expect(screen.getByText('204417')).toBeTruthy();
  expect(screen.getByText('XRP Ledger')).toBeTruthy();
  expect(screen.getByText('확인 1회 · 보통 10초')).toBeTruthy();
});

test('a practice deposit is on its way until the network has confirmed it', async () => {
  server.answer(practiceArrival, () => ({ reply: { external: 'practice-1' } }));
  const { sent } = open('/wallet/deposit/XRP');
  await screen.findByText('204417');
  const arriving = {
    external: 'practice-1',
    point: '100',
    confirmations: 0,
    needed: 1,
    atMillis: NOW,
    status: 'SEEN' as const,
  };
  server.answer(tempGenerateWallet, () => ({ reply: { ...xrpAddress, arriving: [arriving] } }));
  await tap('연습 입금 100 XRP 받기');
  const list = await screen.findByRole('region', { name: '들어오는 중' });
  expect(within(list).getByText('+100 XRP')).toBeTruthy();
  expect(within(list).getByText('확인 중')).toBeTruthy();
  expect(sent(practiceArrival)).toEqual([{ coinName: 'XRP', point: '100' }]);
});

const arrivalPush = (coinName: string, part: object) =>
  act(async () =>
    server.push(playerQueues.cashier, {
      type: 'ARRIVAL',
      at: NOW,
      data: {
        coinName,
        arrival: {
          ...{ external: 'tx-1', point: '30', confirmations: 0, needed: 2, atMillis: NOW, status: 'SEEN' },
          ...part,
        },
      },
    }),
  );

test('coins on their way appear with each confirmation, without asking again', async () => {
  open('/wallet/deposit/XRP');
  await screen.findByText('204417');
  await waitFor(() => expect(server.platform.connection.get().kind).toBe('connected'));
  const asks = () => server.asked.filter(({ path }) => path === tempGenerateWallet.path).length;
  const before = asks();
  await arrivalPush('BTC', { external: 'tx-2', point: '77' });
  expect(screen.queryByRole('region', { name: '들어오는 중' })).toBeNull();
  await arrivalPush('XRP', {});
  const list = await screen.findByRole('region', { name: '들어오는 중' });
  expect(within(list).getByText('+30 XRP')).toBeTruthy();
  await arrivalPush('XRP', { confirmations: 1 });
  const shown = list.textContent;
  // One that was overtaken on its way undoes nothing.
  await arrivalPush('XRP', { confirmations: 0 });
  expect(list.textContent).toBe(shown);
  await arrivalPush('XRP', { confirmations: 2, status: 'CREDITED' });
  const ended = document.body.textContent;
  expect(ended).not.toBe(shown);
  await arrivalPush('XRP', { confirmations: 1 });
  expect(document.body.textContent).toBe(ended);
  expect(asks()).toBe(before);
});

test('the coin drawer of an action lists the coins that have it', async () => {
  const { at } = open('/wallet/deposit/XRP');
  await screen.findByText('204417');
  await tap('XRP · 코인 선택');
  const chooser = screen.getByRole('dialog', { name: '코인선택' });
  expect(within(chooser).getAllByRole('listitem')).toHaveLength(3);
  await act(async () => within(chooser).getByRole('button', { name: /테더/ }).click());
  await waitFor(() => expect(at()).toBe('/wallet/deposit/USDT'));
});

test('a purchase shows the coins before the tap and sends both amounts', async () => {
  server.answer(applyBuy, () => ({ reply: { request: dnwRow({ type: 'WB', status: 0 }), wallet } }));
  const { sent } = open('/wallet/buy/USDT');
  await screen.findByText('1 USDT = 1,450원');
  await type('얼마어치를 살까요?', '1450000');
  await tap('1,000 USDT 구매 신청');
  expect(await screen.findByText('신청이 완료되었습니다.')).toBeTruthy();
  expect(sent(applyBuy)).toEqual([{ walletType: 'USDT', won: '1450000', point: '1000' }]);
});

test('a sale above what the wallet holds cannot be asked for', async () => {
  server.answer(applySell, () => ({ refusal: 'REQUEST_ONGOING' }));
  open('/wallet/sell/USDT');
  await screen.findByText('1 USDT = 1,450원');
  await type('얼마를 팔까요?', '10');
  expect(screen.getByText('보유금액보다 많습니다.')).toBeTruthy();
  const button = screen.getByRole('button', { name: '10 USDT 판매 신청' }) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
});

test('without a fresh rate nothing can be bought', async () => {
  server.answer(exchangeRateOf, () => ({
    reply: {
      base: 'USDT',
      counter: 'BKT',
      rate: '1450',
      source: 'FEED',
      atMillis: NOW - 90_000,
      ageMs: 90_000,
      isStale: true,
    },
  }));
  open('/wallet/buy/USDT');
  expect(await screen.findByText('환율을 확인할 수 없어 지금은 신청할 수 없습니다.')).toBeTruthy();
  expect((screen.getByRole('button', { name: '구매 신청' }) as HTMLButtonElement).disabled).toBe(true);
});

test('a coin is withdrawn in its own places', async () => {
  server.answer(withdrawable, () => ({
    reply: {
      ...limits,
      walletType: 'USDT',
      currency: 'USDT',
      withdrawable: '12.5',
      free: '12.5',
      fee: '1',
      least: '5',
      reserved: '0',
      bonus: '0',
      twoFrom: '1000',
    },
  }));
  open('/wallet/withdraw/USDT');
  await screen.findByText('12.5 USDT');
  await tap('전액');
  expect(field('얼마를 출금할까요?').value).toBe('11.5');
  expect(screen.getByRole('button', { name: '11.5 USDT 출금 신청' })).toBeTruthy();
});

test.each(['/wallet/deposit/EOS', '/wallet/steal/USDT', '/wallet/buy/BINARY'])(
  '%s does not exist here and leads to the wallets',
  async (path) => {
    const { at } = open(path);
    await screen.findByText('이 지갑에서 할 수 없는 일입니다');
    await tap('지갑 고르기');
    await waitFor(() => expect(at()).toBe('/balances/list'));
  },
);
