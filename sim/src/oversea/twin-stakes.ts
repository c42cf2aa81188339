// What overseas orders put at stake, free and bring (docs/rules.md 6.11), read from what the rules make of a command:
// the contracts that are opened with their margin and their commission, and the result of those that are closed.
import type { Stake } from '../product.ts';
import type { TwinState } from '../twin.ts';
import { netOf } from './twin.ts';

interface Filled {
  readonly instrument: number;
  readonly wallet: string;
  readonly openedQty: number;
  readonly closedQty: number;
  readonly pnl: bigint;
  readonly commission: bigint;
  readonly entryCommission?: bigint;
  readonly exitCommission?: bigint;
  readonly position?: { readonly id: number; readonly margin: bigint };
}

interface Body {
  readonly kind: string;
  readonly wallet?: string;
  readonly margin?: bigint;
  readonly order?: number;
  readonly fills?: readonly Filled[];
}

/** Before it takes effect. */
export function stakeOf({ oversea }: TwinState, player: number, event: object): Stake | undefined {
  const { kind, wallet, margin, order, fills } = event as Body;
  if (kind === 'OVERSEA_ORDER_PLACED')
    return { player, wallet: wallet ?? '', opened: margin ?? 0n, ended: 0n, result: 0n };
  const [first] = fills ?? [];
  if (kind !== 'OVERSEA_FILLED' || first === undefined) return undefined;
  let [opened, ended, result] = [0n, 0n, 0n];
  for (const fill of fills ?? []) {
    const before = oversea.positions.get(netOf(player, fill.instrument));
    const after = fill.position;
    const keptMargin = before !== undefined && before.id === after?.id ? before.margin : 0n;
    const { entryCommission: entry = 0n, exitCommission: exit = 0n } = fill;
    if (fill.openedQty > 0) opened += (after?.margin ?? 0n) - keptMargin + fill.commission - exit;
    if (fill.closedQty === 0 || before === undefined) continue;
    const left = before.id === after?.id ? after.margin : 0n;
    ended += before.margin - left + entry;
    result += fill.pnl - entry - exit;
  }
  const waited = order === undefined ? 0n : (oversea.orders.get(order)?.margin ?? 0n);
  return { player, wallet: first.wallet, opened, ended: ended + waited, result };
}
