// What overseas futures tell for the fairness board: commissions are by contract.
import { placeOverseaOrder } from '@maru/contract/oversea/calls';
import { fillFairness } from '../product/fill-fairness.ts';

export const overseaFairness = fillFairness({
  ...{ product: 'OVERSEA', nameKo: '해외선물', nameEn: 'Overseas futures', table: 'oversea_fill' },
  takes: `sum(commission)::text as taken, sum(qty)::text as contracts,
    sum(abs(price) * multiplier * rate * qty)::numeric(38, 8)::text as turnover`,
  orderPath: placeOverseaOrder.path,
});
