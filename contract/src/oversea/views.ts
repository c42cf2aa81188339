// What staff read of a member's overseas futures as the member sees it.
import { viewOf } from '../members/view-of.ts';
import { dailyProfit, openOverseaOrders, openOverseaPositions, overseaHistory } from './calls.ts';
import { overseaFillReceipt } from './receipt.ts';

export const memberOverseaPositions = viewOf('/api/office/members/oversea/position', openOverseaPositions);
export const memberOverseaOrders = viewOf('/api/office/members/oversea/order', openOverseaOrders);
export const memberOverseaFills = viewOf('/api/office/members/oversea/fill', overseaHistory);
export const memberOverseaProfit = viewOf('/api/office/members/oversea/profit', dailyProfit);
export const memberOverseaReceipt = viewOf('/api/office/members/oversea/receipt', overseaFillReceipt);
