// What coin futures tell for the fairness board: closes by their net, and fees of what was traded.
import type { BodyOf } from '@maru/contract/call';
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import type { Currency, PlayerId } from '@maru/engine/purse';
import type { FairnessSource, SentOrder } from '../product/fairness-source.ts';

const FILLS_THEN = 'from futures_fill where site_id = $1 and at_ms >= $2 and at_ms < $3';

export const futuresFairness: FairnessSource = {
  product: 'FUTURES',
  nameKo: '코인선물',
  nameEn: 'Coin futures',
  accountNets: (tx, { site, from, to }) =>
    tx.query<{ player: PlayerId; currency: Currency; net: string }>(
      `select player_id as player, currency, sum(net)::text as net
       ${FILLS_THEN} and closed_qty > 0
       group by player_id, currency`,
      [site, from, to],
    ),
  takes: (tx, { site, from, to }) =>
    // The value of a fill, in the wallet's currency, is what its fee was computed from. What a liquidation costs beyond it
    // goes to the insurance, not to the house.
    tx.query<{ currency: Currency; turnover: string; taken: string }>(
      `select
         currency, sum(fee)::text as taken,
         sum(case when fee_rate > 0 then fee / fee_rate else 0 end)::numeric(38, 8)::text as turnover
       ${FILLS_THEN}
       group by currency`,
      [site, from, to],
    ),
  orders: {
    [placeFuturesOrder.path]: (body: BodyOf<typeof placeFuturesOrder>): SentOrder => ({
      product: 'FUTURES',
      side: body.tradeType === 'LONG' ? 'UP' : 'DOWN',
      isFilledAtOnce: body.marketType === 'MARKET',
    }),
  },
};
