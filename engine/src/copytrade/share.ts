// What is due to the trader of a follow (docs/rules.md 5.6). The desk pays it, and every screen shows it.
import { type Amount, larger, minus, portion, ZERO } from '../amount.ts';
import type { CopyFollow } from './state.ts';

/** Above the old high only: losses are in `total`. */
export const dueShare = ({ total, rate, shared }: Pick<CopyFollow, 'total' | 'rate' | 'shared'>): Amount =>
  larger(minus(portion(total, rate, 'down'), shared), ZERO);
