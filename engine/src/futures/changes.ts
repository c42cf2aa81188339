// What coin futures put at stake and bring. An isolated position counts with the margin set aside for it, a cross one
// with the margin that opening it took; both with what opening them has cost.
import type { Amount, Qty } from '../amount.ts';
import type { Book } from '../book.ts';
import { type Followed, type MoneyChange, NO_CHANGE, type OpenStake } from '../follower.ts';
import type { PlayerId, WalletType } from '../purse.ts';
import type {
  FuturesFilled,
  FuturesOrderChanged,
  FuturesOrderPlaced,
  PositionState,
  RestingOrder,
} from './events.ts';
import { netOfFill } from './net-profit.ts';
import { heldBack } from './netting.ts';
import type { FuturesAccount, FuturesState } from './state.ts';
import { isIsolated, requiredMargin, UNIT } from './value.ts';

/** docs/rules.md 3.2: the wallet says in which money a contract is counted. */
const contractIn = (wallet: WalletType) => (wallet === 'FUTURES' ? 'LINEAR' : 'INVERSE');

const marginOf = (position: PositionState, wallet: WalletType): bigint =>
  isIsolated(position) ? position.margin : requiredMargin(position, { contract: contractIn(wallet) }, UNIT);

const stakeOf = (position: PositionState | undefined, wallet: WalletType): bigint =>
  position === undefined ? 0n : marginOf(position, wallet) + position.entryFee;

/** What a fill puts at stake, and what was at stake and no longer is. */
export function stakeMoved(
  before: PositionState | undefined,
  { position, openedQty }: { readonly position?: PositionState | undefined; readonly openedQty: Qty },
  wallet: WalletType,
): Pick<MoneyChange, 'opened' | 'ended'> {
  const grown = (stakeOf(position, wallet) - stakeOf(before, wallet)) as Amount;
  return openedQty > 0n
    ? { opened: grown, ended: NO_CHANGE.ended }
    : { opened: NO_CHANGE.opened, ended: -grown as Amount };
}

/** What an order that waits holds back. */
export const stakeHeld = (
  order: Parameters<typeof heldBack>[0],
  position: Parameters<typeof heldBack>[1],
): Amount => heldBack(order, position, UNIT);

const heldBy = (account: FuturesAccount | undefined, order: RestingOrder): Amount =>
  stakeHeld(order, account?.positions.get(order.instrument));

export function placedChanges(
  { futures }: Book,
  { steps, order }: FuturesOrderPlaced,
  followed: Followed,
): readonly MoneyChange[] {
  const player = steps[0]?.player;
  if (player === undefined || !followed.has(player)) return [];
  const opened = heldBy(futures.accounts.get(player), order);
  return opened === 0n ? [] : [{ ...NO_CHANGE, player, wallet: order.wallet, asks: 'STAKE', opened }];
}

/** Only an order that was changed to take more is asked about. */
export function changedChanges(
  { futures }: Book,
  { steps, order, cause }: FuturesOrderChanged,
  followed: Followed,
): readonly MoneyChange[] {
  const player = steps[0]?.player;
  if (player === undefined || cause !== 'AMENDED' || !followed.has(player)) return [];
  const account = futures.accounts.get(player);
  const before = account?.orders.get(order.id);
  const ended = before === undefined ? (0n as Amount) : heldBy(account, before);
  const opened = heldBy(account, order);
  return opened <= ended
    ? []
    : [{ ...NO_CHANGE, player, wallet: order.wallet, asks: 'STAKE', opened, ended }];
}

export function fillChanges(
  { futures }: Book,
  event: FuturesFilled,
  followed: Followed,
): readonly MoneyChange[] {
  const player = event.steps[0]?.player;
  const [first] = event.fills;
  if (player === undefined || first === undefined || !followed.has(player)) return [];
  const { wallet } = first;
  const account = futures.accounts.get(player);
  /** A reversal closes in one fill and opens in the next. */
  const held = new Map<number, PositionState | undefined>(account?.positions);
  let [opened, ended, result, turnover] = [0n, 0n, 0n, 0n];
  for (const fill of event.fills) {
    const before = held.get(fill.instrument);
    const moved = stakeMoved(before, fill, wallet);
    opened += moved.opened;
    ended += moved.ended;
    if (fill.closedQty > 0n && before !== undefined)
      turnover +=
        marginOf(before, wallet) - (fill.position === undefined ? 0n : marginOf(fill.position, wallet));
    result += netOfFill(fill).net;
    held.set(fill.instrument, fill.position);
  }
  if (event.order !== undefined) ended += heldBy(account, event.order);
  return [
    {
      ...NO_CHANGE,
      player,
      wallet,
      ...(opened > 0n ? { asks: 'STAKE' as const } : undefined),
      opened: opened as Amount,
      ended: ended as Amount,
      result: result as Amount,
      turnover: turnover as Amount,
    },
  ];
}

export function* openStakes({ accounts }: FuturesState, player: PlayerId): Iterable<OpenStake> {
  const account = accounts.get(player);
  if (account === undefined) return;
  for (const order of account.orders.values()) yield { wallet: order.wallet, stake: heldBy(account, order) };
  for (const position of account.positions.values())
    yield { wallet: position.wallet, stake: stakeOf(position, position.wallet) as Amount };
}
