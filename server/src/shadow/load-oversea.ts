// Orders that rest and positions that are open, as the book has them at the mark.
import { amount, price } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { DayNumber } from '@maru/engine/market/calendar-date';
import type { Fires } from '@maru/engine/market/trigger-index';
import { putOrder, putPosition } from '@maru/engine/oversea/apply';
import type { OrderSide } from '@maru/engine/oversea/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Bring } from './load-players.ts';

interface OrderRow {
  readonly id: number;
  readonly site_id: SiteId;
  readonly player_id: PlayerId;
  readonly option_id: number;
  readonly wallet: string;
  readonly side: OrderSide;
  readonly type: 'LIMIT' | 'STOPMARKET';
  readonly qty: number;
  readonly price: string;
  readonly fires: Fires;
  readonly reduce_only: boolean;
  readonly is_unpriced: boolean;
  readonly tp_tick: number | null;
  readonly sl_tick: number | null;
  readonly margin: string;
  readonly trade_day: DayNumber;
  readonly placed_ms: number;
}

interface PositionRow {
  readonly id: number;
  readonly site_id: SiteId;
  readonly player_id: PlayerId;
  readonly option_id: number;
  readonly wallet: string;
  readonly side: OrderSide;
  readonly qty: number;
  readonly entry_sum: string;
  readonly entry_over: string;
  readonly margin: string;
  readonly entry_commission: string | null;
  readonly tp_tick: number;
  readonly sl_tick: number;
  readonly overnight: boolean;
  readonly held_day: DayNumber;
  readonly opened_ms: number;
}

/** In the order of their numbers, which is the order in which the book got them. */
export async function loadOversea(tx: Tx, shard: number, book: Book, bring: Bring): Promise<void> {
  const orders = await tx.query<OrderRow>(
    `select
       id, site_id, player_id, option_id, wallet, side, type, qty, price, fires, reduce_only, is_unpriced,
       tp_tick, sl_tick, margin, trade_day, placed_ms
     from oversea_order
     where shard = $1 and status = 'OPEN'
     order by id`,
    [shard],
  );
  await bring(orders.map((row) => row.player_id));
  for (const row of orders) {
    putOrder(book.oversea, {
      id: row.id,
      player: row.player_id,
      site: row.site_id,
      option: row.option_id,
      wallet: row.wallet,
      side: row.side,
      type: row.type,
      qty: row.qty,
      price: price(row.price),
      fires: row.fires,
      reduceOnly: row.reduce_only,
      isUnpriced: row.is_unpriced,
      tpTick: row.tp_tick ?? undefined,
      slTick: row.sl_tick ?? undefined,
      margin: amount(row.margin),
      tradeDate: row.trade_day,
      placedAt: millis(row.placed_ms),
    });
  }
  const positions = await tx.query<PositionRow>(
    `select
       id, site_id, player_id, option_id, wallet, side, qty, entry_sum, entry_over, margin, entry_commission,
       tp_tick, sl_tick, overnight, held_day, opened_ms
     from oversea_position
     where shard = $1 and closed_event is null
     order by id`,
    [shard],
  );
  await bring(positions.map((row) => row.player_id));
  for (const row of positions) {
    putPosition(book.oversea, {
      id: row.id,
      player: row.player_id,
      site: row.site_id,
      option: row.option_id,
      wallet: row.wallet,
      side: row.side,
      qty: row.qty,
      entry: { sum: BigInt(row.entry_sum), over: BigInt(row.entry_over) },
      margin: amount(row.margin),
      ...(row.entry_commission === null ? {} : { entryCommission: amount(row.entry_commission) }),
      tpTick: row.tp_tick,
      slTick: row.sl_tick,
      overnight: row.overnight,
      heldFor: row.held_day,
      openedAt: millis(row.opened_ms),
    });
  }
}
