// What staff read of a member's bets as the member sees them.
import { viewOf } from '../members/view-of.ts';
import { betList } from './calls.ts';
import { betReceipt } from './receipt.ts';

export const memberBets = viewOf('/api/office/members/trade/bet', betList);
export const memberBetReceipt = viewOf('/api/office/members/trade/receipt', betReceipt);
