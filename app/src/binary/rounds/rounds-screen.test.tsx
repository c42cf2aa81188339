import { dailySummary, roundList } from '@maru/contract/binary/calls';
import { tradeOptions } from '@maru/contract/binary/offers';
import { millis } from '@maru/engine/time';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { offer, roundOf, START } from '../../binary-double.ts';
import { openScreen, tap } from '../../screen-double.tsx';
import { serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const offers = [offer(101, 'R.5'), offer(102, 'R1'), offer(105, 'B1'), offer(108, 'P1')];

function open() {
  const server = serverDouble({ storage: storedTokens() });
  const round = roundOf(offers[0]!, millis(START - 20_000), '97400');
  const content = [{ ...round, status: 1, closePrice: '97401' }];
  server.answer(tradeOptions, () => ({ reply: offers }));
  server.answer(roundList, () => ({
    reply: { content, page: 0, size: 20, totalElements: 1, totalPages: 1 },
  }));
  server.answer(dailySummary, () => ({ refusal: 'TRY_AGAIN' }));
  const page = openScreen('/wallet/rounds', { signedIn: true, server });
  const asked = () =>
    server.asked.filter(({ path }) => path === roundList.path).map(({ query }) => query['tradeOptionId']);
  return { ...page, asked };
}

test('the rounds of every game can be chosen by a tap, each length separately', async () => {
  const { asked } = open();
  expect(await screen.findByText('1,284회차')).toBeTruthy();
  expect(asked()).toEqual(['101']);
  await tap('바이너리 1분');
  await waitFor(() => expect(asked()).toEqual(['101', '105']));
  await tap('비트볼');
  await waitFor(() => expect(asked()).toEqual(['101', '105', '108']));
  expect(screen.queryByRole('button', { name: '바이너리 1분' })).toBeNull();
});
