// A site with one ball offer and its rounds, drawn by the engine: shared by the tests of this room.
import {
  currentRound,
  myOptionBets,
  myRoundBets,
  placeBet,
  roundList,
  type WireTradeBet,
  type WireTradeRound,
} from '@maru/contract/binary/calls';
import { ONE, rate, toDecimal } from '@maru/engine/amount';
import { commitOf, drawOf, sumOf } from '@maru/engine/bitball/draw';
import { defaultOddsOf, MARKETS } from '@maru/engine/bitball/markets';
import { BALL_CUT_OFF_MS } from '@maru/engine/bitball/salt';
import { roundId, windowsOf } from '@maru/engine/rounds/round';
import { later, type Millis, millis } from '@maru/engine/time';
import { createElement } from 'react';
import { BitballScreen } from './bitball/trade/bitball-screen.tsx';
import { createStand } from './stand-double.tsx';

export const OFFER_ID = 31;
const LENGTH_MS = 120_000;
/** Here the bets of the round that opens two minutes later begin. */
export const START = millis(1_763_124_000_000);

const seedOf = (no: number): string => no.toString(16).padStart(64, '0');

export function ballRound(open: Millis, no: number): WireTradeRound {
  const windows = windowsOf('P2', open, BALL_CUT_OFF_MS);
  return {
    id: roundId({ offer: OFFER_ID, open }),
    tradeOptionId: OFFER_ID,
    stock: 'BTCUSDT',
    type: 'P2',
    no,
    betStartMillis: windows.betsFrom,
    betEndMillis: windows.betsUntil,
    openMillis: open,
    closeMillis: open,
    isPlay: 1,
    status: 0,
    openPrice: null,
    closePrice: null,
    voidReason: null,
    voidText: null,
    ball: { commit: commitOf(seedOf(no)), seed: null, salt: null, balls: null, powerBall: null, sum: null },
  };
}

export function drawnRound(open: Millis, no: number): WireTradeRound {
  const round = ballRound(open, no);
  const salt = `BTCUSDT:95473.6:${open - 5_231}`;
  const draw = drawOf({ seed: seedOf(no), round: round.id, salt });
  return {
    ...round,
    isPlay: 0,
    status: 1,
    ball: {
      commit: commitOf(seedOf(no)),
      seed: seedOf(no),
      salt,
      balls: [...draw.balls],
      powerBall: draw.power,
      sum: sumOf(draw),
    },
  };
}

const odds = Object.fromEntries(MARKETS.map((market) => [market, toDecimal(defaultOddsOf(market))]));

export const terms = {
  walletType: 'BINARY',
  currency: 'KRW',
  strikeMode: 'DRAW' as const,
  rate: '0',
  odds,
  cutOffMillis: BALL_CUT_OFF_MS,
  stakeMin: '5000',
  stakeUnit: '1000',
  stakeMax: '5000000',
  roundMost: '10000000',
  ticketsMost: 10,
  allowBothSides: true,
  graceMillis: 0,
  staleMillis: 3_000,
  tie: 'VOID' as const,
};

export const ballBet = (round: WireTradeRound, bet: Partial<WireTradeBet> = {}): WireTradeBet => ({
  id: 501,
  playerId: 7,
  tradeRoundId: round.id,
  tradeOptionId: OFFER_ID,
  stock: 'BTCUSDT',
  optionType: 'P2',
  type: 'NS_OVER',
  point: '30000',
  rate: toDecimal(rate('1.95') - ONE),
  payout: '58500',
  status: 0,
  credit: null,
  voidReason: null,
  strikePrice: null,
  closePrice: null,
  createdMillis: START,
  openMillis: round.openMillis,
  closeMillis: round.closeMillis,
  ...bet,
});

interface Table {
  readonly signedIn?: boolean;
  readonly confirmOrders?: boolean;
  /** Counted from START, when bets begin. */
  readonly after?: number;
}

export async function openBalls({ signedIn = true, confirmOrders = false, after = 67_000 }: Table = {}) {
  const stand = createStand({
    path: `/exchange/${OFFER_ID}`,
    pattern: '/exchange/$id',
    screen: () => createElement(BitballScreen, { offerId: OFFER_ID }),
    now: START + after,
    signedIn,
    confirmOrders,
  });
  const { server, timers } = stand;
  const roundNow = () => {
    const count = Math.floor((timers.now() - START) / LENGTH_MS);
    return ballRound(later(START, (count + 1) * LENGTH_MS), 651 + count);
  };
  const past = [0, 1, 2, 3, 4, 5, 6].map((ago) => drawnRound(later(START, -ago * LENGTH_MS), 650 - ago));
  const list = (content: readonly WireTradeRound[]) => ({
    reply: { content, page: 0, size: 20, totalElements: content.length, totalPages: 1 },
  });
  server.answer(currentRound, () => ({
    reply: { serverMillis: timers.now(), round: roundNow(), running: null, terms, halt: null },
  }));
  server.answer(roundList, () => list(past));
  server.answer(myOptionBets, () => ({ reply: [] }));
  server.answer(myRoundBets, () => ({ reply: [] }));
  server.answer(placeBet, ({ point, type }) => ({
    reply: {
      ...ballBet(roundNow(), { point: String(point), type: String(type) }),
      wallet: { type: 'BINARY', currency: 'KRW', point: '9970000', gameWaitPoint: '30000' },
    },
  }));
  return { ...stand, roundNow, past, list };
}
