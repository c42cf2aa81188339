// What the page of a coin future shows while something is missing, on a phone and on a wide screen.
import { openFuturesPositions } from '@maru/contract/futures/history';
import { futuresOptions } from '@maru/contract/futures/instruments';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openFutures, positionOf } from '../../futures-double.ts';
import { tap } from '../../screen-double.tsx';

afterEach(cleanup);

const failed = () => screen.queryByText('포지션과 주문을 불러오지 못했습니다');

/** An answer that comes when it is let go. */
function heldAnswer(reply: unknown) {
  let release = () => {};
  const answer = new Promise<{ reply: unknown }>((resolve) => {
    release = () => resolve({ reply });
  });
  return { answer, release: () => act(async () => release()) };
}

test('until the instruments are there the page has boxes in place of its parts, and no way to order', async () => {
  const held = heldAnswer([]);
  await openFutures('/future/BTCUSDT', {
    prepare: (server) => server.answer(futuresOptions, () => held.answer),
  });
  await waitFor(() => expect(document.querySelectorAll('.futures-skeleton .skeleton')).toHaveLength(23));
  expect(screen.queryByRole('button', { name: /^매수/ })).toBeNull();
});

test('positions that load are cards without figures, then the cards themselves', async () => {
  const held = heldAnswer([positionOf()]);
  await openFutures('/future/BTCUSDT', {
    prepare: (server) => server.answer(openFuturesPositions, () => held.answer),
  });
  await screen.findByRole('listbox', { name: '호가' });
  await tap(/^포지션/, 'tab');
  const boxes = await screen.findByRole('status', { name: '불러오는 중' });
  expect(boxes.querySelectorAll('.futures-position')).toHaveLength(2);
  expect(within(boxes).queryByRole('button')).toBeNull();
  await held.release();
  expect(await screen.findByRole('region', { name: 'BTCUSDT 포지션' })).toBeTruthy();
  expect(screen.queryByRole('status', { name: '불러오는 중' })).toBeNull();
});

test.each([
  ['a phone', false],
  ['a wide screen', true],
] as const)('on %s positions that cannot be read offer to try again', async (_, isWide) => {
  const { server, pass } = await openFutures('/future/BTCUSDT', {
    isWide,
    prepare: (each) => each.answer(openFuturesPositions, () => ({ refusal: 'TRY_AGAIN' })),
  });
  await screen.findByRole('listbox', { name: '호가' });
  await tap(/^포지션/, 'tab');
  await waitFor(async () => {
    await pass(100);
    expect(failed()).toBeTruthy();
  });
  server.answer(openFuturesPositions, () => ({ reply: [positionOf()] }));
  const retry = within(screen.getByRole('tabpanel', { name: /^포지션/ })).getByRole('button', {
    name: '다시 시도',
  });
  await act(async () => fireEvent.click(retry));
  await waitFor(async () => {
    await pass(100);
    expect(failed()).toBeNull();
  });
  expect((await screen.findAllByText('0.250 BTC')).length).toBeGreaterThan(0);
});

test('without positions a wide screen says so, and offers nothing that closes any', async () => {
  await openFutures('/future/BTCUSDT', { isWide: true });
  const held = within(await screen.findByRole('region', { name: '내 코인선물' }));
  expect(await held.findByText(/^열린 포지션이 없습니다/)).toBeTruthy();
  expect(held.queryByRole('button', { name: '모두 시장가 청산' })).toBeNull();
  expect(held.queryByRole('table')).toBeNull();
});
