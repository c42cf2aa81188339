// How far the account is from its loss-cut: the share that is left of the distance before any profit or loss.
import type { OverseaCross } from '@maru/contract/realtime';
import { amount, divide, minus } from '@maru/engine/amount';

export interface EquityRoom {
  /** Whole percent of the distance that are left, 0 to 100. */
  readonly room: number;
  /** Where the loss-cut lies on the track, 0 to 100. */
  readonly danger: number;
}

/** Undefined while no position is open: there is no loss-cut level then. */
export function equityRoom({
  equity,
  losscut,
  lastPnl,
}: Pick<OverseaCross, 'equity' | 'losscut' | 'lastPnl'>): EquityRoom | undefined {
  const [now, level] = [amount(equity), amount(losscut)];
  if (level <= 0n) return undefined;
  const before = minus(now, amount(lastPnl));
  const full = before > now ? before : now;
  if (full <= level) return { room: 0, danger: 100 };
  const left = now > level ? now - level : 0n;
  return {
    room: Number(divide(left * 100n, full - level, 'down')),
    danger: Math.min(100, Math.max(1, Number(divide(level * 100n, full, 'half-up')))),
  };
}
