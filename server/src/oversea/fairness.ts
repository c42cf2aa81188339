// What overseas futures tell for the fairness board: closes by their net, and commissions by contract.
import type { BodyOf } from '@maru/contract/call';
import { placeOverseaOrder } from '@maru/contract/oversea/calls';
import type { Currency, PlayerId } from '@maru/engine/purse';
import type { FairnessSource, SentOrder } from '../product/fairness-source.ts';

const FILLS_THEN = 'from oversea_fill where at_ms >= $2 and at_ms < $3 and site_id = $1';

export const overseaFairness: FairnessSource = {
  product: 'OVERSEA',
  nameKo: '해외선물',
  nameEn: 'Overseas futures',
  accountNets: (tx, { site, from, to }) =>
    tx.query<{ player: PlayerId; currency: Currency; net: string }>(
      `select player_id as player, currency, sum(net)::text as net
       ${FILLS_THEN} and closed_qty > 0
       group by player_id, currency`,
      [site, from, to],
    ),
  takes: (tx, { site, from, to }) =>
    tx.query<{ currency: Currency; turnover: string; taken: string; contracts: string }>(
      `select
         currency, sum(commission)::text as taken, sum(qty)::text as contracts,
         sum(abs(price) * multiplier * rate * qty)::numeric(38, 8)::text as turnover
       ${FILLS_THEN}
       group by currency`,
      [site, from, to],
    ),
  orders: {
    [placeOverseaOrder.path]: (body: BodyOf<typeof placeOverseaOrder>): SentOrder => ({
      product: 'OVERSEA',
      side: body.tradeType === 'LONG' ? 'UP' : 'DOWN',
      isFilledAtOnce: body.marketType === 'MARKET',
    }),
  },
};
