// What staff read of a member's coin futures as the member sees it.
import { viewOf } from '../members/view-of.ts';
import { futuresDailyProfit, futuresHistory, openFuturesOrders, openFuturesPositions } from './history.ts';
import { futuresFillReceipt, futuresLiquidation } from './receipt.ts';

export const memberFuturesPositions = viewOf('/api/office/members/futures/position', openFuturesPositions);
export const memberFuturesOrders = viewOf('/api/office/members/futures/order', openFuturesOrders);
export const memberFuturesFills = viewOf('/api/office/members/futures/fill', futuresHistory);
export const memberFuturesProfit = viewOf('/api/office/members/futures/profit', futuresDailyProfit);
export const memberFuturesReceipt = viewOf('/api/office/members/futures/receipt', futuresFillReceipt);
export const memberLiquidation = viewOf('/api/office/members/futures/liquidation', futuresLiquidation);
