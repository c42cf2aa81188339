// A server with one coin and its rounds, and manual time: shared by the tests of this product.
import { manualTimers } from '@maru/client/manual-timers';
import {
  betList,
  currentRound,
  myOptionBets,
  myRecentBets,
  placeBet,
  publicRounds,
  roundList,
  type WireTradeBet,
  type WireTradeRound,
  type WireTradeTerms,
} from '@maru/contract/binary/calls';
import { tradeOptions, type WireBinaryOption } from '@maru/contract/binary/offers';
import { stockChart } from '@maru/contract/market';
import {
  familyOf,
  lengthOf,
  openingToBetOn,
  type RoundType,
  roundId,
  windowsOf,
} from '@maru/engine/rounds/round';
import { later, type Millis, millis } from '@maru/engine/time';
import { act, waitFor, within } from '@testing-library/react';
import { openScreen } from './screen-double.tsx';
import { bitcoin, serverDouble, storedTokens, trader } from './server-double.ts';
import type { Device } from './shell/device/device.tsx';

/** 20 seconds into a minute. */
export const START = 1_700_000_000_000;

const { markPrice: _, ...coin } = bitcoin;
const rateOf = (type: RoundType): string => (familyOf(type) === 'BINARY' ? '0.9' : '0.87');

export const offer = (id: number, type: RoundType): WireBinaryOption => ({
  ...coin,
  id,
  type,
  rate: familyOf(type) === 'BALL' ? null : rateOf(type),
});

const cutOffs: Readonly<Record<string, number>> = { 'R.5': 5_000, R1: 10_000, R2: 15_000, B1: 15_000 };

export const termsOf = (type: RoundType): WireTradeTerms => ({
  walletType: 'BINARY',
  currency: 'KRW',
  strikeMode: familyOf(type) === 'BINARY' ? 'AT_BET' : 'ROUND_OPEN',
  rate: rateOf(type),
  odds: {},
  cutOffMillis: cutOffs[type] ?? 10_000,
  stakeMin: '5000',
  stakeUnit: '1000',
  stakeMax: '5000000',
  roundMost: '10000000',
  ticketsMost: 10,
  allowBothSides: false,
  graceMillis: 2_000,
  staleMillis: 3_000,
  tie: 'VOID',
});

export function roundOf(
  { id, type }: WireBinaryOption,
  open: Millis,
  openPrice: string | null = null,
): WireTradeRound {
  const windows = windowsOf(type, open, termsOf(type).cutOffMillis);
  return {
    id: roundId({ offer: id, open }),
    tradeOptionId: id,
    stock: 'BTCUSDT',
    type,
    no: 1284,
    betStartMillis: windows.betsFrom,
    betEndMillis: windows.betsUntil,
    openMillis: windows.open,
    closeMillis: windows.close,
    isPlay: 1,
    status: 0,
    openPrice,
    closePrice: null,
    voidReason: null,
    voidText: null,
    ball: null,
  };
}

export function betOn(round: WireTradeRound, bet: Partial<WireTradeBet> = {}): WireTradeBet {
  return {
    id: 1,
    playerId: trader.id,
    tradeRoundId: round.id,
    tradeOptionId: round.tradeOptionId,
    stock: round.stock,
    optionType: round.type,
    type: 'LONG',
    point: '50000',
    rate: '0.87',
    payout: '93500',
    status: 0,
    credit: null,
    voidReason: null,
    strikePrice: null,
    closePrice: null,
    createdMillis: START,
    openMillis: round.openMillis,
    closeMillis: round.closeMillis,
    ...bet,
  };
}

export const tick = (price: string, time: number) => ({
  stock: 'BTCUSDT',
  lastPrice: price,
  bid: price,
  ask: price,
  markPrice: price,
  priceChangePercent: 1,
  time,
});

interface Table {
  readonly type?: RoundType;
  readonly signedIn?: boolean;
  readonly bets?: readonly WireTradeBet[];
  readonly openAudio?: Device['openAudio'];
  readonly isWide?: boolean;
}

/** The page of one offer, with the live connection open. */
export async function openTable({
  type = 'R1',
  signedIn = true,
  bets = [],
  openAudio,
  isWide = false,
}: Table = {}) {
  const timers = manualTimers(START);
  const server = serverDouble({ timers, ...(signedIn ? { storage: storedTokens() } : {}) });
  const mine = offer(11, type);
  const offers = [offer(10, 'R.5'), mine, offer(12, type === 'R2' ? 'R5' : 'R2'), offer(13, 'P1')];
  let accepted = 100;
  const isRent = familyOf(type) === 'RENT';
  const round = () => roundOf(mine, openingToBetOn(type, millis(timers.now())));
  const running = () =>
    roundOf(mine, later(openingToBetOn(type, millis(timers.now())), -lengthOf(type)), '97400');
  server.answer(tradeOptions, () => ({ reply: offers }));
  server.answer(currentRound, () => ({
    reply: {
      serverMillis: timers.now(),
      round: round(),
      running: isRent ? { ...running(), no: 1283 } : null,
      terms: termsOf(type),
      halt: null,
    },
  }));
  server.answer(roundList, () => ({
    reply: { content: [], page: 0, size: 16, totalElements: 0, totalPages: 0 },
  }));
  const placed: WireTradeBet[] = [];
  server.answer(myOptionBets, () => ({ reply: [...bets, ...placed] }));
  server.answer(myRecentBets, () => ({ reply: bets }));
  server.answer(betList, () => {
    const { query } = server.asked.findLast(({ path }) => path === betList.path)!;
    const content = [...bets, ...placed].filter(({ status }) =>
      query['statusStrs']?.includes(String(status)),
    );
    return { reply: { content, page: 0, size: 20, totalElements: content.length, totalPages: 1 } };
  });
  server.answer(publicRounds, () => ({
    reply: offers.map((each) => roundOf(each, openingToBetOn(each.type, millis(timers.now())))),
  }));
  server.answer(stockChart, () => ({ reply: [] }));
  server.answer(placeBet, ({ tradeRoundId, point, type: side }) => {
    const createdMillis = timers.now();
    const own = { id: ++accepted, point: String(point), type: String(side), createdMillis };
    const bet = { ...betOn(round(), own), tradeRoundId: Number(tradeRoundId) };
    placed.push(bet);
    const wallet = { type: 'BINARY', currency: 'KRW', point: '9900000', gameWaitPoint: '100000' };
    return { reply: { ...bet, wallet } };
  });
  const screen = openScreen(signedIn ? '/exchange/11' : '/exchangeView/11', {
    signedIn,
    server,
    isWide,
    ...(openAudio === undefined ? {} : { openAudio }),
  });
  const pass = (durationMs: number) => act(() => timers.pass(durationMs));
  await pass(50);
  // The page is a chunk of its own; how many event loop steps its import takes is not known.
  await waitFor(async () => {
    await pass(0);
    within(document.body).getAllByRole('timer');
  });
  return { ...screen, server, timers, pass, round, running };
}
