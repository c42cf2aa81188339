import { futuresOptions } from '@maru/contract/futures/instruments';
import { keyValue } from '@maru/contract/market';
import { topics } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { bitcoin, type ServerDouble, serverDouble } from '../../server-double.ts';
import { PlatformProvider } from '../../shell/platform.tsx';
import { FuturesDrawer } from './futures-drawer.tsx';
import type { FuturesPrices } from './use-futures.ts';

afterEach(cleanup);

const ether = {
  ...bitcoin,
  id: 2,
  stock: 'ETHUSDT',
  koName: '이더리움',
  lastPrice: '3170.77',
  rateChange: -0.92,
};
const still = { ...bitcoin, id: 3, stock: 'XRPUSDT', koName: '리플', lastPrice: '2.27', rateChange: 0 };
const price = (lastPrice: string, priceChangePercent: number) => ({
  lastPrice,
  priceChangePercent,
  markPrice: lastPrice,
});

async function stand(prepare: (server: ServerDouble) => void = () => {}) {
  const server = serverDouble();
  server.answer(futuresOptions, () => ({ reply: [bitcoin, ether, still] }));
  server.answer(keyValue, () => ({ reply: { BTCUSDT: price('98000.1', 1.5) } }));
  prepare(server);
  const received: FuturesPrices[] = [];
  const onPrices = (prices: FuturesPrices) => void received.push(prices);
  const onChoose = vi.fn();
  const drawer = (open: boolean) => (
    <PlatformProvider platform={server.platform}>
      <FuturesDrawer
        open={open}
        onClose={() => {}}
        currentStock="ETHUSDT"
        onChoose={onChoose}
        onPrices={onPrices}
      />
    </PlatformProvider>
  );
  const view = render(drawer(true));
  const paths = () =>
    server.asked
      .map(({ path }) => path)
      .filter((path) => path === futuresOptions.path || path === keyValue.path);
  return { server, received, onChoose, paths, close: () => view.rerender(drawer(false)) };
}

const isSubscribed = (server: ServerDouble) =>
  server.connections().some(({ frames }) => {
    const about = frames.filter(({ headers }) => headers['id'] === topics.futuresPrices.destination);
    return about.at(-1)?.command === 'SUBSCRIBE';
  });
const open = (server: ServerDouble) => act(async () => server.platform.realtime.open());
const rowOf = (name: string) => screen.getByRole('button', { name: new RegExp(name) });

test('nothing is requested before the socket is connected; then the list, then the prices, then the pushes', async () => {
  const { server, paths } = await stand();
  expect(paths()).toEqual([]);
  await open(server);
  await waitFor(() => expect(isSubscribed(server)).toBe(true));
  expect(paths()).toEqual([futuresOptions.path, keyValue.path]);
  expect(server.asked.find(({ path }) => path === futuresOptions.path)?.query).toMatchObject({ isPlay: '1' });
});

test('instruments are listed by Korean name with price and change; a change of zero takes the falling colour', async () => {
  const { server } = await stand();
  await open(server);
  expect(await screen.findByText('98,000.10')).toBeTruthy();
  expect(within(rowOf('비트코인')).getByText('+1.50%').className).toContain('--up');
  expect(within(rowOf('이더리움')).getByText('−0.92%').className).toContain('--down');
  expect(within(rowOf('리플')).getByText('0.00%').className).toContain('--down');
  expect(rowOf('이더리움').getAttribute('aria-current')).toBe('true');
});

test('a push changes known instruments and is passed on without the unknown ones', async () => {
  const { server, received } = await stand();
  await open(server);
  await waitFor(() => expect(isSubscribed(server)).toBe(true));
  await act(async () =>
    server.push(topics.futuresPrices.destination, { ETHUSDT: price('3200', 0.1), NQ: price('1', 1) }),
  );
  await waitFor(() => expect(within(rowOf('이더리움')).getByText('3,200.00')).toBeTruthy());
  expect(received.at(-1)).toEqual({ ETHUSDT: price('3200', 0.1) });
});

test('refusals are ignored silently', async () => {
  const { server } = await stand((double) => {
    double.answer(futuresOptions, () => ({ refusal: 'TRY_AGAIN' }));
    double.answer(keyValue, () => ({ refusal: 'TRY_AGAIN' }));
  });
  await open(server);
  await waitFor(() => expect(isSubscribed(server)).toBe(true));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

test('a closed drawer receives no more pushes', async () => {
  const { server, close } = await stand();
  await open(server);
  await waitFor(() => expect(isSubscribed(server)).toBe(true));
  close();
  expect(isSubscribed(server)).toBe(false);
});

test('a tap chooses an instrument', async () => {
  const { server, onChoose } = await stand();
  await open(server);
  await screen.findByText('98,000.10');
  fireEvent.click(rowOf('비트코인'));
  expect(onChoose).toHaveBeenCalledWith('BTCUSDT');
});
