// What coin futures tell for the fairness board. The value of a fill, in the wallet's currency, is what its fee was computed
// from. What a liquidation costs beyond it goes to the insurance, not to the house.
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { fillFairness } from '../product/fill-fairness.ts';

export const futuresFairness = fillFairness({
  ...{ product: 'FUTURES', nameKo: '코인선물', nameEn: 'Coin futures', table: 'futures_fill' },
  takes: `sum(fee)::text as taken,
    sum(case when fee_rate > 0 then fee / fee_rate else 0 end)::numeric(38, 8)::text as turnover`,
  orderPath: placeFuturesOrder.path,
});
