import { manualTimers } from '@maru/client/manual-timers';
import {
  openOverseaOrders,
  openOverseaPositions,
  type WireOverseaPosition,
} from '@maru/contract/oversea/calls';
import { playerQueues } from '@maru/contract/realtime';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerOversea, crossOf, orderOf, positionOf } from '../../oversea-double.ts';
import { serverDouble, storedTokens } from '../../server-double.ts';
import { PlatformProvider } from '../../shell/platform.tsx';
import { useOverseaAccount } from './use-oversea-account.ts';

afterEach(cleanup);

function Shown({ name }: { readonly name: string }) {
  const { positions, orders, cross, state } = useOverseaAccount();
  const held = positions.map(({ id, qty }) => `${id}×${qty}`).join(' ');
  return (
    <output
      aria-label={name}
    >{`${state} | ${held} | ${orders.map(({ id }) => id).join(' ')} | ${cross?.lastPnl}`}</output>
  );
}

async function open({ signedIn = true, screens = ['first'] } = {}) {
  const timers = manualTimers();
  const server = serverDouble({ timers, ...(signedIn ? { storage: storedTokens() } : {}) });
  const settle = () => act(() => timers.pass(50));
  answerOversea(server, { positions: [positionOf()], orders: [orderOf({ id: 51 }), orderOf({ id: 52 })] });
  server.platform.open();
  const view = render(
    <PlatformProvider platform={server.platform}>
      {screens.map((name) => (
        <Shown key={name} name={name} />
      ))}
    </PlatformProvider>,
  );
  await settle();
  let seq = 10;
  const pushTrade = (data: object, queue: 'oversea' | 'oversea_cross' = 'oversea') =>
    act(async () => server.push(playerQueues[queue], { type: 'ORDER_UPDATE', seq: ++seq, at: 1, data }));
  const reads = () => server.asked.filter(({ path }) => path === openOverseaPositions.path).length;
  return { server, view, pushTrade, reads, settle };
}

const shown = (name = 'first') => screen.getByLabelText(name).textContent;
const news = (body: object) => ({ orders: [], positions: [], fills: [], ...body });

test('positions and orders are read once for all screens, the newest order first', async () => {
  const { reads, server, settle } = await open({ screens: ['first', 'second'] });
  expect(shown()).toBe('ready | 41×3 | 52 51 | undefined');
  expect(shown('second')).toBe(shown());
  const before = reads();
  await settle();
  expect(reads()).toBe(before);
  expect(server.asked.filter(({ path }) => path === openOverseaOrders.path).length).toBe(before);
});

test('a push changes a position, ends an order and closes a position', async () => {
  const { pushTrade } = await open();
  await pushTrade(
    news({ positions: [positionOf({ qty: 5 })], orders: [orderOf({ id: 51, status: 'FILLED' })] }),
  );
  expect(shown()).toBe('ready | 41×5 | 52 | undefined');
  await pushTrade(news({ positions: [positionOf({ qty: 0 })] }));
  expect(shown()).toBe('ready |  | 52 | undefined');
});

test('the account shows the equity that the server pushed last', async () => {
  const { pushTrade } = await open();
  await pushTrade(crossOf({ lastPnl: '-5000' }), 'oversea_cross');
  expect(shown()).toContain('-5000');
});

test('an answer that is older than a push does not undo it', async () => {
  const { server, pushTrade, settle } = await open();
  let answer: (positions: readonly WireOverseaPosition[]) => void = () => {};
  server.answer(
    openOverseaPositions,
    () => new Promise((resolve) => (answer = (positions) => resolve({ reply: positions }))),
  );
  await act(async () => server.push(playerQueues.oversea, { type: 'RESYNC' }));
  await settle();
  await pushTrade(news({ positions: [positionOf({ qty: 0 }), positionOf({ id: 42, qty: 1 })] }));
  await act(async () => answer([positionOf()]));
  await settle();
  expect(shown()).toBe('ready | 42×1 | 52 51 | undefined');
});

test('lists are read again after RESYNC, when pushes are too old to be replayed', async () => {
  const { server, settle } = await open();
  server.answer(openOverseaPositions, () => ({ reply: [positionOf({ id: 77 })] }));
  await act(async () => server.push(playerQueues.oversea, { type: 'RESYNC' }));
  await settle();
  expect(shown()).toBe('ready | 77×3 | 52 51 | undefined');
});

test('a guest has no positions or orders, and no request is sent', async () => {
  const { reads } = await open({ signedIn: false });
  expect(shown()).toBe('ready |  |  | undefined');
  expect(reads()).toBe(0);
});
