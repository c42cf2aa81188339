// What a product whose orders become fills tells for the fairness board: closes by their net, and what the house took.
import type { Currency, PlayerId } from '@maru/engine/purse';
import type { FairnessSource, HouseTake, SentOrder } from './fairness-source.ts';

interface FilledOrder {
  readonly tradeType: string;
  readonly marketType: string;
}

export function fillFairness({
  table,
  takes,
  orderPath,
  ...names
}: {
  readonly product: string;
  readonly nameKo: string;
  readonly nameEn: string;
  /** Of fills, with the columns that all of them have. */
  readonly table: string;
  /** The columns of `HouseTake` beside the currency, as they are summed. */
  readonly takes: string;
  readonly orderPath: string;
}): FairnessSource {
  const then = `from ${table} where site_id = $1 and at_ms >= $2 and at_ms < $3`;
  return {
    ...names,
    accountNets: (tx, { site, from, to }) =>
      tx.query<{ player: PlayerId; currency: Currency; net: string }>(
        `select player_id as player, currency, sum(net)::text as net
         ${then} and closed_qty > 0
         group by player_id, currency`,
        [site, from, to],
      ),
    takes: (tx, { site, from, to }) =>
      tx.query<HouseTake>(`select currency, ${takes} ${then} group by currency`, [site, from, to]),
    orders: {
      [orderPath]: ({ tradeType, marketType }: FilledOrder): SentOrder => ({
        product: names.product,
        side: tradeType === 'LONG' ? 'UP' : 'DOWN',
        isFilledAtOnce: marketType === 'MARKET',
      }),
    },
  };
}
