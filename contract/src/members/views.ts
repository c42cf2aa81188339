// What the app shows a member of their own account, for staff: the same calls with the member's number, answered by the
// same functions, so that both read the same figures. Nothing here changes anything.
import { z } from 'zod';
import { mySessions, myWallets } from '../account/calls.ts';
import { betList } from '../binary/calls.ts';
import { betReceipt } from '../binary/receipt.ts';
import type { Call } from '../call.ts';
import { defineCall } from '../define-call.ts';
import { id } from '../fields.ts';
import {
  futuresDailyProfit,
  futuresHistory,
  openFuturesOrders,
  openFuturesPositions,
} from '../futures/history.ts';
import { futuresFillReceipt, futuresLiquidation } from '../futures/receipt.ts';
import { dailyProfit, openOverseaOrders, openOverseaPositions, overseaHistory } from '../oversea/calls.ts';
import { overseaFillReceipt } from '../oversea/receipt.ts';
import { walletEquity, walletPast } from '../past/calls.ts';
import type { RefusalCode } from '../refusals.ts';
import { signInHistory } from '../security/calls.ts';

const MINUTE_MS = 60_000;

/** More than anybody reads who opens one member after the other. */
const reading = { per: 'player', max: 240, windowMs: MINUTE_MS } as const;

function viewOf<
  Shape extends z.core.$ZodLooseShape,
  Reply extends z.ZodType,
  const Refusal extends RefusalCode,
  const Path extends `/${string}`,
>(path: Path, call: Call<z.ZodObject<Shape>, z.ZodType, Reply, Refusal>) {
  const { summary, query, reply, refusals, cost } = call;
  return {
    ...defineCall('staff', 'GET', path, {
      right: 'MEMBER_READ',
      summary: `Of a member: ${summary}`,
      limit: reading,
      ...(cost === undefined ? {} : { cost }),
      query: query.extend({ playerId: id }),
      reply,
      refusals,
    }),
    /** The member's own call. */
    viewed: call as Call<z.ZodType, z.ZodType, Reply, Refusal>,
  };
}

export const memberWallets = viewOf('/api/office/members/wallet', myWallets);
export const memberSessions = viewOf('/api/office/members/session', mySessions);
export const memberSignIns = viewOf('/api/office/members/sign_in', signInHistory);
export const memberPast = viewOf('/api/office/members/past', walletPast);
export const memberEquity = viewOf('/api/office/members/equity', walletEquity);

export const memberFuturesPositions = viewOf('/api/office/members/futures/position', openFuturesPositions);
export const memberFuturesOrders = viewOf('/api/office/members/futures/order', openFuturesOrders);
export const memberFuturesFills = viewOf('/api/office/members/futures/fill', futuresHistory);
export const memberFuturesProfit = viewOf('/api/office/members/futures/profit', futuresDailyProfit);
export const memberFuturesReceipt = viewOf('/api/office/members/futures/receipt', futuresFillReceipt);
export const memberLiquidation = viewOf('/api/office/members/futures/liquidation', futuresLiquidation);

export const memberOverseaPositions = viewOf('/api/office/members/oversea/position', openOverseaPositions);
export const memberOverseaOrders = viewOf('/api/office/members/oversea/order', openOverseaOrders);
export const memberOverseaFills = viewOf('/api/office/members/oversea/fill', overseaHistory);
export const memberOverseaProfit = viewOf('/api/office/members/oversea/profit', dailyProfit);
export const memberOverseaReceipt = viewOf('/api/office/members/oversea/receipt', overseaFillReceipt);

export const memberBets = viewOf('/api/office/members/trade/bet', betList);
export const memberBetReceipt = viewOf('/api/office/members/trade/receipt', betReceipt);
