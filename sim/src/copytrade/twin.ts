// Copy trading as the twin remembers it. The types of the events are the engine's; every figure in them is the twin's
// own.
import type { Copy, CopyFollow, CopyLead, CopyTrader } from '@maru/engine/copytrade/state';
import type { TwinState } from '../twin.ts';

/** The wallet in which is copied. */
export const WALLET = 'FUTURES';

export type TwinFollow = Omit<CopyFollow, 'copies'> & { readonly copies: ReadonlyMap<number, Copy> };

export interface TwinCopytrade {
  readonly traders: Map<number, CopyTrader>;
  /** Those that have not ended. */
  readonly follows: Map<number, TwinFollow>;
  /** All that ever were, oldest first. */
  readonly leads: CopyLead[];
  /** Of each follow the highest that its copies had ever realised. */
  readonly highest: Map<number, bigint>;
  /** By follow and lead: what was copied or missed. */
  readonly handled: Set<string>;
}

export interface CopytradeTwin {
  readonly copytrade: TwinCopytrade;
}

export const emptyTwinCopytrade = (): TwinCopytrade => ({
  traders: new Map(),
  follows: new Map(),
  leads: [],
  highest: new Map(),
  handled: new Set(),
});

type State = Pick<TwinState, 'copytrade'>;

export const followOfPlayer = ({ copytrade }: State, player: number): TwinFollow | undefined =>
  [...copytrade.follows.values()].find(({ follower }) => follower === player);

export const activeOf = ({ copytrade }: State, trader: number): readonly TwinFollow[] =>
  [...copytrade.follows.values()].filter((each) => each.trader === trader && each.state === 'ACTIVE');

/** What a follow has not copied or missed yet, in order. */
export const waitingOf = (
  { copytrade }: State,
  { trader, handled, state }: TwinFollow,
): readonly CopyLead[] =>
  state === 'ACTIVE' ? copytrade.leads.filter((lead) => lead.trader === trader && lead.id > handled) : [];

export const isTrading = ({ copytrade }: State, player: number): boolean =>
  copytrade.traders.get(player)?.status === 'ACTIVE';

export const usedOf = ({ copies }: Pick<TwinFollow, 'copies'>): bigint =>
  [...copies.values()].reduce((sum, { margin }) => sum + margin, 0n);

/** So much is due to the trader: of what was realised above what was paid for, cut. */
export function dueOf({ total, rate, shared }: Pick<TwinFollow, 'total' | 'rate' | 'shared'>): bigint {
  const due = total > 0n ? (total * rate) / 100_000_000n - shared : 0n;
  return due > 0n ? due : 0n;
}

/** One of another player is like none. */
export function ownOf({ copytrade }: State, id: number, player: number): TwinFollow | undefined {
  const follow = copytrade.follows.get(id);
  return follow?.follower === player ? follow : undefined;
}
