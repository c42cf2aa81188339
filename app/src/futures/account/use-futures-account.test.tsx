import { manualTimers } from '@maru/client/manual-timers';
import { futuresAccounts, openFuturesPositions } from '@maru/contract/futures/history';
import { playerQueues } from '@maru/contract/realtime';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerFutures, crossOf, exitOf, orderOf, positionOf } from '../../futures-double.ts';
import { tradedBitcoin } from '../../futures-market-double.ts';
import { serverDouble, storedTokens } from '../../server-double.ts';
import { PlatformProvider } from '../../shell/platform.tsx';
import { leverageSetting } from './leverage-setting.ts';
import { useFuturesAccount } from './use-futures-account.ts';

afterEach(cleanup);

function Shown() {
  const account = useFuturesAccount();
  const { positions, orders, wallets, state } = account;
  const held = positions
    .map(({ id, qty, liquidPrice, warnedMillis }) =>
      [`${id}×${qty}@${liquidPrice}`, warnedMillis === null ? '' : '!'].join(''),
    )
    .join(' ');
  const { leverage, marginType } = leverageSetting(account, tradedBitcoin);
  const ids = orders.map(({ id }) => id).join(' ');
  const equity = wallets.map(({ currency, equity: worth }) => `${worth} ${currency}`).join(' ');
  return (
    <output aria-label="account">
      {[state, held, ids, equity, `${leverage}x ${marginType}`].join(' | ')}
    </output>
  );
}

async function open({ signedIn = true, positions = [positionOf()] } = {}) {
  const timers = manualTimers();
  const server = serverDouble({ timers, ...(signedIn ? { storage: storedTokens() } : {}) });
  const settle = () => act(() => timers.pass(50));
  answerFutures(server, { positions, orders: [orderOf({ id: 51 }), exitOf({ id: 52 })] });
  server.platform.open();
  render(
    <PlatformProvider platform={server.platform}>
      <Shown />
    </PlatformProvider>,
  );
  await settle();
  let seq = 10;
  const push = (type: string, data: object) =>
    act(async () =>
      server.push(playerQueues.futures, {
        type,
        seq: ++seq,
        at: 1,
        data: { orders: [], positions: [], fills: [], ...data },
      }),
    );
  const reads = (call: { readonly path: string }) =>
    server.asked.filter(({ path }) => path === call.path).length;
  return { server, push, reads, settle };
}

const shown = () => screen.getByLabelText('account').textContent;

test('positions, orders and exits, wallets and the leverage of the position are shown', async () => {
  await open();
  expect(shown()).toBe('ready | 41×0.25@46012.1 | 52 51 | 12405.2219 USDT | 20x CROSS');
});

test('a push changes a position, whose liquidation price is unknown until its own push', async () => {
  const { push, reads } = await open();
  const before = reads(openFuturesPositions);
  const { liquidPrice: _, ...grown } = positionOf({ qty: '0.5' });
  await push('POSITION_UPDATE', { positions: [grown], orders: [orderOf({ id: 51, status: 'FILLED' })] });
  expect(shown()).toContain('41×0.5@undefined | 52 |');
  await push('POSITION_UPDATE_LIQUIDPRICE', {
    liquidPrices: [{ futuresPositionId: 41, futuresOptionId: 201, liquidPrice: null }],
  });
  expect(shown()).toContain('41×0.5@null');
  await push('POSITION_CLOSE', { positions: [{ ...grown, qty: '0' }] });
  expect(shown()).toContain('ready |  | 52 |');
  expect(reads(openFuturesPositions)).toBe(before);
});

test('a wallet shows what the server pushed last, and an unknown one is read', async () => {
  const { server, reads, settle } = await open();
  const { currency: _c, places: _p, ...data } = crossOf({ equity: '12000' });
  const pushCross = (cross: object) =>
    act(async () => server.push(playerQueues.cross, { type: 'FUTURES_CROSS', at: 1, data: cross }));
  await pushCross(data);
  expect(shown()).toContain('| 12000 USDT |');
  const before = reads(futuresAccounts);
  await pushCross({ ...data, wallet: 'BTC' });
  await settle();
  expect(reads(futuresAccounts)).toBe(before + 1);
});

test('without a position the leverage is what the member has set last, on any device', async () => {
  const { push } = await open({ positions: [] });
  expect(shown()).toContain('20x CROSS');
  await push('LEVERAGE_UPDATE', {
    leverage: { futuresOptionId: 201, stock: 'BTCUSDT', leverage: 50, marginType: 'ISOLATED' },
  });
  expect(shown()).toContain('50x ISOLATED');
});

test('a guest has no positions or orders, and no request is sent', async () => {
  const { reads } = await open({ signedIn: false });
  expect(shown()).toBe('ready |  |  |  | 20x CROSS');
  expect(reads(openFuturesPositions)).toBe(0);
});

test('a warning marks the positions that it names, without having been read again', async () => {
  const { push, reads } = await open();
  const before = reads(openFuturesPositions);
  await push('POSITION_WARN', {
    warning: {
      wallet: 'FUTURES',
      marginType: 'CROSS',
      positions: [{ futuresPositionId: 41, futuresOptionId: 201, stock: 'BTCUSDT', markPrice: '47000' }],
      ratio: '0.81',
      balance: '120',
      maintenance: '97.2',
    },
  });
  expect(shown()).toContain('41×0.25@46012.1!');
  expect(reads(openFuturesPositions)).toBe(before);
});
