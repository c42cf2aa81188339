import { convert, makeQuote, transferMoney } from '@maru/contract/cashier/calls';
import { siteByCode } from '@maru/contract/site';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerCashier, dnwRow, NOW } from '../../cashier-double.ts';
import { field, openScreen, tap } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, site, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const quote = {
  quoteId: 'quote-of-sixteen-letters',
  fromWallet: 'FUTURES',
  toWallet: 'BTC',
  point: '500',
  received: '0.00521038',
  rateText: { base: 'BTC', counter: 'USDT', rate: '95482.35' },
  numerator: '1',
  denominator: '95482.35',
  spread: '0.005',
  spreadCost: '2.5',
  source: 'FEED',
  rateMillis: NOW,
  untilMillis: NOW + 7_000,
};
const wallet = { type: 'BTC', currency: 'BTC', point: '0.00521038', gameWaitPoint: '0' };

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  answerCashier(server);
  server.answer(siteByCode, () => ({ reply: { ...site, usedCoins: 'BINARY,FUTURES,USDT,BTC' } }));
  server.answer(makeQuote, () => ({ reply: quote }));
});

const open = (path: string) => openScreen(path, { signedIn: true, server });
const type = (value: string) =>
  act(async () => fireEvent.change(field('얼마를 전환할까요?'), { target: { value } }));

test('the amount is quoted, its rate and spread are shown, and the button takes exactly that quote', async () => {
  server.answer(convert, () => ({
    reply: {
      paid: dnwRow({ type: 'CO', currency: 'USDT', point: '500' }),
      received: dnwRow({ type: 'CI', currency: 'BTC', point: '0.00521038' }),
      from: wallet,
      to: wallet,
    },
  }));
  const { sent } = open('/wallet/convert/FUTURES_BTC');
  await screen.findByRole('heading', { level: 1, name: '전환' });
  await type('500');
  expect(await screen.findByText('7초')).toBeTruthy();
  expect(screen.getByText('1 BTC = 95,482.35 USDT')).toBeTruthy();
  expect(screen.getByText('차이 0.5%')).toBeTruthy();
  expect(screen.getByText('전환은 바로 끝나며 되돌릴 수 없습니다.')).toBeTruthy();
  await tap('0.00521038 BTC 받기');
  expect(await screen.findByText('전환했습니다')).toBeTruthy();
  expect(sent(convert)).toEqual([{ quoteId: 'quote-of-sixteen-letters' }]);
  expect(sent(makeQuote)).toEqual([{ fromWallet: 'FUTURES', toWallet: 'BTC', point: '500' }]);
});

test('an expired quote turns the button into a new one, and nothing is quoted before it is pressed', async () => {
  server.answer(makeQuote, () => ({ reply: { ...quote, untilMillis: NOW } }));
  const { sent } = open('/wallet/convert/FUTURES_BTC');
  await screen.findByRole('heading', { level: 1, name: '전환' });
  await type('500');
  const button = await screen.findByRole('button', { name: '새 환율 받기' });
  expect(screen.queryByRole('button', { name: /받기$/ })).toBe(button);
  expect(sent(makeQuote)).toHaveLength(1);
  server.answer(makeQuote, () => ({ reply: quote }));
  await tap('새 환율 받기');
  expect(await screen.findByRole('button', { name: '0.00521038 BTC 받기' })).toBeTruthy();
  expect(sent(makeQuote)).toHaveLength(2);
});

test('a quote that the server calls expired cannot be taken again', async () => {
  server.answer(convert, () => ({ refusal: 'QUOTE_EXPIRED' }));
  open('/wallet/convert/FUTURES_BTC');
  await screen.findByRole('heading', { level: 1, name: '전환' });
  await type('500');
  const button = await screen.findByRole('button', { name: '0.00521038 BTC 받기' });
  // Found before `act` begins: what is drawn inside it waits for its end.
  await act(async () => button.click());
  expect(await screen.findByText('환율 시간이 지났습니다. 새 환율을 받아 주세요.')).toBeTruthy();
  expect(screen.getByRole('button', { name: '새 환율 받기' })).toBeTruthy();
});

test('more than the wallet holds is not quoted', async () => {
  const { sent } = open('/wallet/convert/FUTURES_BTC');
  await screen.findByText('9,999.5 USDT');
  await type('10000');
  expect(screen.getByText('보유금액보다 많습니다.')).toBeTruthy();
  expect(sent(makeQuote)).toHaveLength(0);
});

test('between wallets of one currency the amount moves without a rate', async () => {
  server.answer(transferMoney, () => ({
    reply: {
      sent: dnwRow({ type: 'TO', currency: 'USDT', point: '100' }),
      received: null,
      from: wallet,
      to: null,
    },
  }));
  const { sent } = open('/wallet/convert/FUTURES_USDT');
  await screen.findByText('같은 통화라 환율 없이 그대로 옮깁니다.');
  await type('100');
  await tap('100 USDT 옮기기');
  expect(await screen.findByText('옮겼습니다')).toBeTruthy();
  expect(sent(transferMoney)).toEqual([{ fromWallet: 'FUTURES', toWallet: 'USDT', point: '100' }]);
  expect(sent(makeQuote)).toHaveLength(0);
});

test('the arrows turn the pair around', async () => {
  const { at } = open('/wallet/convert/FUTURES_BTC');
  await screen.findByRole('heading', { level: 1, name: '전환' });
  await tap('방향 바꾸기');
  await waitFor(() => expect(at()).toBe('/wallet/convert/BTC_FUTURES'));
});

test('a pair that the site does not have leads to the wallets', async () => {
  open('/wallet/convert/FUTURES_EOS');
  expect(await screen.findByText('이 지갑에서 할 수 없는 일입니다')).toBeTruthy();
});
