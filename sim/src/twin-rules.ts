// Is this command allowed, as the twin reads the rule book? The refusals in their order.
import type { AnyCommand } from '@maru/engine/products';
import type { Stake } from './product.ts';
import { ownerOfCommand, simProducts } from './products.ts';
import type { TwinPlayer, TwinState } from './twin.ts';
import { pursesOf, unitsIn } from './twin-legs.ts';

export type Verdict = 'OK' | string;

export function judge(state: TwinState, command: AnyCommand, now: number): Verdict {
  const owner = ownerOfCommand(command);
  if (command.player === 0 && owner !== undefined) return owner.judge(state, undefined, command, now);
  const player = state.players.get(command.player);
  if (command.kind === 'OPEN_ACCOUNT') {
    if (player !== undefined) return 'ACCOUNT_EXISTS';
    const names = command.wallets.map((wallet) => wallet.type);
    const fine = names.length > 0 && names.every((name, index) => names.indexOf(name) === index);
    return fine ? 'OK' : 'WALLET_UNSUPPORTED';
  }
  if (player === undefined || player.site !== command.site) return 'ACCOUNT_NOT_FOUND';
  if (command.session !== undefined && command.session !== player.version) return 'SESSION_ENDED';
  if (command.session !== undefined && player.blocked) return 'ACCOUNT_BLOCKED';
  for (const product of simProducts) {
    const bar = product.barsFirst?.(state, command);
    if (bar !== undefined) return bar;
  }
  if (owner !== undefined) {
    const verdict = owner.judge(state, player, command, now);
    return verdict === 'OK' ? (barOf(state, command, now) ?? verdict) : verdict;
  }
  switch (command.kind) {
    case 'REFILL_PRACTICE': {
      const verdict = judgeAmount(player, command);
      if (verdict !== 'OK') return verdict;
      if (command.amount > command.most) return 'REFILL_ABOVE_LIMIT';
      const isOpen =
        unitsIn(state, pursesOf(player.id, command.wallet).wait) > 0n ||
        simProducts.some((product) => product.isOpenIn?.(state, player.id, command.wallet) === true);
      return isOpen ? 'REFILL_WHILE_OPEN' : 'OK';
    }
    case 'HOLD_FUNDS': {
      const verdict = judgeAmount(player, command);
      if (verdict !== 'OK') return verdict;
      const free = unitsIn(state, pursesOf(player.id, command.wallet).free);
      return command.amount > free ? 'INSUFFICIENT_BALANCE' : 'OK';
    }
    case 'RELEASE_FUNDS':
      return state.holds.get(command.hold)?.player === player.id ? 'OK' : 'HOLD_NOT_FOUND';
    case 'BLOCK_ACCOUNT':
      return player.blocked ? 'ALREADY_PROCESSED' : 'OK';
    case 'UNBLOCK_ACCOUNT':
      return player.blocked ? 'OK' : 'ALREADY_PROCESSED';
    case 'END_SESSIONS':
      return 'OK';
    default:
      throw new Error(`no product of the simulator knows ${command.kind}`);
  }
}

/** What the rules of another product say to a command that its own allows. */
function barOf(state: TwinState, command: AnyCommand, now: number): Verdict | undefined {
  for (const product of simProducts) {
    const bar = product.bars?.(state, command, now);
    if (bar !== undefined) return bar;
  }
  return undefined;
}

/** What they say to something that puts money at stake and that its own product allows. */
export function stakeBarOf(state: TwinState, stake: Stake, now: number): Verdict | undefined {
  for (const product of simProducts) {
    const bar = product.barsStake?.(state, stake, now);
    if (bar !== undefined) return bar;
  }
  return undefined;
}

function judgeAmount(
  player: TwinPlayer,
  asked: { readonly wallet: string; readonly amount: bigint },
): Verdict {
  const wallet = player.wallets.get(asked.wallet);
  if (wallet === undefined) return 'WALLET_UNSUPPORTED';
  if (asked.amount <= 0n) return 'ENTER_AMOUNT';
  return hasPlaces(asked.amount, wallet.places) ? 'OK' : 'AMOUNT_OFF_UNIT';
}

/** Has the amount no digit beyond the wallet's decimal places? Read from its digits, not by division. */
function hasPlaces(units: bigint, places: number): boolean {
  const digits = String(units).padStart(9, '0').slice(-8);
  return /^0*$/.test(digits.slice(places));
}
