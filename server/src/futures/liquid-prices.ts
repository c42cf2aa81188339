// Tells connected players where their positions would be liquidated: a price that follows every mark of the account is
// sent when it has moved by a thousandth, at most once a second (docs/rules.md 3.10).
import type { FuturesPush, LiquidPrice, Push } from '@maru/contract/realtime';
import { type Price, toDecimal } from '@maru/engine/amount';
import type { PlayerId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';

const PAUSE_MS = 1_000;
const MOVED_PER_THOUSAND = 1n;
const LONG_AGO = millis(0);

/** Where one position would be liquidated; null: nowhere. */
export interface LiquidAt {
  readonly position: number;
  readonly instrument: number;
  readonly at: Price | null;
}

interface Sent {
  /** By position. */
  readonly prices: Map<number, Price | null>;
  sentAt: Millis;
  checkedAt: Millis;
}

export interface LiquidPrices {
  /** Whether the prices of these positions are to be computed: they take longer than the rest of an account. */
  isDue(player: PlayerId, positions: Iterable<number>, now: Millis): boolean;
  /** An event changed the player's account: its prices are due. */
  touch(player: PlayerId): void;
  /** Sends what has changed enough. */
  update(player: PlayerId, prices: readonly LiquidAt[], now: Millis): void;
  /** All of them are sent again when the player comes back. */
  forget(player: PlayerId): void;
}

export function createLiquidPrices(
  push: (player: PlayerId, push: Push<'POSITION_UPDATE_LIQUIDPRICE', FuturesPush>) => void,
): LiquidPrices {
  const all = new Map<PlayerId, Sent>();

  function isAllKnown({ prices }: Sent, positions: Iterable<number>): boolean {
    for (const position of positions) if (!prices.has(position)) return false;
    return true;
  }

  return {
    isDue(player, positions, now) {
      const sent = all.get(player);
      return sent === undefined || now - sent.checkedAt >= PAUSE_MS || !isAllKnown(sent, positions);
    },
    touch(player) {
      const sent = all.get(player);
      if (sent !== undefined) sent.checkedAt = LONG_AGO;
    },
    update(player, prices, now) {
      const sent = all.get(player) ?? { prices: new Map(), sentAt: now, checkedAt: now };
      sent.checkedAt = now;
      all.set(player, sent);
      const isKnown = isAllKnown(
        sent,
        prices.map(({ position }) => position),
      );
      const moved = prices.filter(({ position, at }) => hasMoved(sent.prices.get(position), at));
      const open = new Set(prices.map(({ position }) => position));
      for (const position of sent.prices.keys()) if (!open.has(position)) sent.prices.delete(position);
      if (moved.length === 0 || (isKnown && now - sent.sentAt < PAUSE_MS)) return;
      sent.sentAt = now;
      for (const { position, at } of moved) sent.prices.set(position, at);
      const data = { orders: [], positions: [], fills: [], liquidPrices: moved.map(wireLiquid) };
      push(player, { type: 'POSITION_UPDATE_LIQUIDPRICE', at: now, data });
    },
    forget: (player) => void all.delete(player),
  };
}

function hasMoved(before: Price | null | undefined, now: Price | null): boolean {
  if (before === undefined || before === null || now === null) return before !== now;
  const by = now > before ? now - before : before - now;
  return by * 1_000n >= before * MOVED_PER_THOUSAND;
}

const wireLiquid = ({ position, instrument, at }: LiquidAt): LiquidPrice => ({
  futuresPositionId: position,
  futuresOptionId: instrument,
  liquidPrice: at === null ? null : toDecimal(at),
});
