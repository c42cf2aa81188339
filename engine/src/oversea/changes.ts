// What overseas futures put at stake and bring: a position counts with its margin and what opening it has cost.
import { type Amount, ZERO } from '../amount.ts';
import type { Book } from '../book.ts';
import { type Followed, type MoneyChange, NO_CHANGE, type OpenStake } from '../follower.ts';
import type { PlayerId } from '../purse.ts';
import type { OverseaFill, OverseaFilled, OverseaOrderPlaced, PositionState } from './events.ts';
import { netOfFill } from './net-profit.ts';
import type { OverseaState } from './state.ts';

type Staked = Pick<PositionState, 'id' | 'margin' | 'entryCommission'>;
interface Changed {
  readonly position?: Staked | undefined;
}
const stakeOf = (position: Staked | undefined): bigint =>
  position === undefined ? 0n : position.margin + position.entryCommission;

/** What a fill puts at stake, and what was at stake and no longer is. */
export function stakeMoved(
  held: Staked | undefined,
  { position, openedQty, closedQty }: Pick<OverseaFill, 'openedQty' | 'closedQty'> & Changed,
): Pick<MoneyChange, 'opened' | 'ended'> {
  const isSame = held?.id === position?.id;
  const grown = stakeOf(position) - (isSame ? stakeOf(held) : 0n);
  return {
    opened: (openedQty > 0 ? grown : 0n) as Amount,
    ended: (closedQty === 0 ? 0n : isSame ? -grown : stakeOf(held)) as Amount,
  };
}

/** Its fee is added when it is filled. */
export function orderChanges(
  _book: Book,
  { steps, wallet, margin }: OverseaOrderPlaced,
  followed: Followed,
): readonly MoneyChange[] {
  const player = steps[0]?.player;
  if (player === undefined || !followed.has(player) || margin === ZERO) return [];
  return [{ ...NO_CHANGE, player, wallet, asks: 'STAKE', opened: margin }];
}

export function fillChanges(
  { oversea }: Book,
  event: OverseaFilled,
  followed: Followed,
): readonly MoneyChange[] {
  const player = event.steps[0]?.player;
  const [first] = event.fills;
  if (player === undefined || first === undefined || !followed.has(player)) return [];
  const before = oversea.accounts.get(player)?.positions;
  let [opened, ended, result, turnover] = [0n, 0n, 0n, 0n];
  for (const fill of event.fills) {
    const held = before?.get(fill.instrument);
    const moved = stakeMoved(held, fill);
    opened += moved.opened;
    ended += moved.ended;
    if (fill.closedQty > 0)
      turnover +=
        (held?.margin ?? 0n) - (held?.id === fill.position?.id ? (fill.position?.margin ?? 0n) : 0n);
    result += netOfFill(fill).net;
  }
  if (event.order !== undefined) ended += oversea.orders.get(event.order)?.margin ?? 0n;
  return [
    {
      ...NO_CHANGE,
      player,
      wallet: first.wallet,
      ...(opened > 0n ? { asks: 'STAKE' as const } : undefined),
      opened: opened as Amount,
      ended: ended as Amount,
      result: result as Amount,
      turnover: turnover as Amount,
    },
  ];
}

export function* openStakes({ accounts }: OverseaState, player: PlayerId): Iterable<OpenStake> {
  const account = accounts.get(player);
  if (account === undefined) return;
  for (const { wallet, margin } of account.orders.values()) yield { wallet, stake: margin };
  for (const position of account.positions.values())
    yield { wallet: position.wallet, stake: stakeOf(position) as Amount };
}
