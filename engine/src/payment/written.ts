// A payment of many players, written out line by line as all code that shows it needs it.
import type { Amount } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Step } from '../event.ts';
import { withNotesOf } from '../follower.ts';
import { type AnyEvent, productOfEvent } from '../products.ts';
import { housePurse, type PlayerId, playerPurse, type SiteId } from '../purse.ts';
import type { BalanceAfter, Transfer } from '../transfer.ts';
import type { PaidBet } from './bet-queue.ts';
import { isPacked, linesOf, type PaidEvent, readBets, readLine, type WalletShare } from './shares.ts';

/** Whose gain and loss a payment is. */
export function purposeOf({ kind }: Pick<PaidEvent, 'kind'>): string {
  const { pays } = productOfEvent(kind).facts;
  assert(pays !== undefined, `${kind} is paid from a purse of the house`);
  return pays;
}

/** The legs of one wallet. What comes in moves before what goes out: then a player owes only what is really missing. */
export function legsOf(
  share: WalletShare,
  { player, site, purpose }: { readonly player: PlayerId; readonly site: SiteId; readonly purpose: string },
): readonly Transfer[] {
  const { type, currency } = share;
  const free = playerPurse(player, type, 'free');
  const wait = playerPurse(player, type, 'wait');
  const debt = playerPurse(player, type, 'debt');
  const house = housePurse(site, purpose, currency);
  const legs: readonly (readonly [typeof free, typeof free, bigint, string])[] = [
    [wait, free, share.won, 'BET_STAKE'],
    [house, free, share.profit, 'BET_PROFIT'],
    [wait, free, share.void, 'BET_VOID'],
    [wait, house, share.lost, 'BET_LOST'],
    [house, free, share.given, 'BET_REVERSED'],
    [free, house, share.taken - share.missing, 'BET_REVERSED'],
    [debt, house, share.missing, 'BET_REVERSED'],
    [free, debt, share.repaid, 'DEBT_REPAID'],
  ];
  return legs
    .filter(([, , moved]) => moved > 0n)
    .map(([from, to, moved, reason]) => ({ from, to, currency, amount: moved as Amount, reason }));
}

function afterOf(share: WalletShare, player: PlayerId): readonly BalanceAfter[] {
  const kinds =
    share.missing > 0n || share.repaid > 0n
      ? (['free', 'wait', 'debt'] as const)
      : (['free', 'wait'] as const);
  return kinds.map((kind) => ({
    purse: playerPurse(player, share.type, kind),
    balance: share[kind] as Amount,
  }));
}

/** The event of some lines, written out as all code that shows it needs it. */
function written(event: PaidEvent, lines: readonly string[]): PaidEvent {
  const { shares: _, ...rest } = event;
  const purpose = purposeOf(event);
  const steps: Step[] = [];
  const transfers: Transfer[] = [];
  const after: BalanceAfter[] = [];
  const bets: PaidBet[] = [];
  for (const line of lines) {
    const { player, seq, wallets, bets: packed } = readLine(line);
    steps.push({ player, seq });
    for (const share of wallets) {
      transfers.push(...legsOf(share, { player, site: event.site, purpose }));
      after.push(...afterOf(share, player));
    }
    bets.push(...readBets(packed, player));
  }
  return { ...rest, steps, transfers, after, bets };
}

/** The same event with nothing packed. */
export const unpacked = <Any extends AnyEvent>(event: Any): Any =>
  isPacked(event) ? (written(event, linesOf(event.shares)) as Any) : event;

/** What one player sees of a payment, from the player's own line. */
export function ofLine(event: PaidEvent, line: string): PaidEvent {
  const own = written(event, [line]);
  const [step] = own.steps;
  return step === undefined ? own : withNotesOf(own, step.player);
}
