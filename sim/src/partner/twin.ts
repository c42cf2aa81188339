// Shares of partners once more, plainly (docs/rules.md 7.4): who may have one, what it moves, and that each is confirmed
// once and paid once.
import type { PartnerCommand } from '@maru/engine/partner/commands';
import type { PartnerEvent } from '@maru/engine/partner/events';
import type { AnyEvent } from '@maru/engine/products';
import { decimal } from '../decimal.ts';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { currencyIn, type Leg, legsOf, pursesOf } from '../twin-legs.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { Violation } from '../violation.ts';

interface TwinShare {
  readonly id: number;
  readonly player: number;
  readonly wallet: string;
  readonly amount: bigint;
  readonly settlement: number;
}

export interface TwinPartner {
  /** Confirmed and not paid. */
  readonly open: Map<number, TwinShare>;
  /** All that were ever confirmed. */
  readonly settlements: Set<number>;
  /** All that was ever confirmed and paid: of partners by the purse of their shares, of the house by its own. */
  readonly confirmed: Map<string, bigint>;
  readonly paid: Map<string, bigint>;
}

export interface PartnerTwin {
  readonly partner: TwinPartner;
}

export const emptyPartnerTwin = (): PartnerTwin => ({
  partner: { open: new Map(), settlements: new Set(), confirmed: new Map(), paid: new Map() },
});

export const isPartnerEvent = <Any extends Pick<AnyEvent, 'kind'>>(event: Any): event is Any & PartnerEvent =>
  event.kind === 'SHARE_CONFIRMED' || event.kind === 'SHARE_PAID';

const purseOf = (player: number, wallet: string) => `${player}:${wallet}:share`;
const houseOf = (site: number, currency: string) => `house:${site}:partner:${currency}`;

export function outcomeOf(
  state: TwinState,
  player: TwinPlayer | undefined,
  command: PartnerCommand,
): Outcome {
  if (player === undefined) return refused('ACCOUNT_NOT_FOUND');
  const { open } = state.partner;
  if (command.kind === 'PAY_SHARE') {
    const { share: id, staff } = command;
    const share = open.get(id);
    if (share === undefined || share.player !== player.id) return refused('SHARE_NOT_FOUND');
    if (staff === player.id) return refused('SECOND_PERSON_NEEDED');
    const { settlement, wallet, amount } = share;
    return { body: { kind: 'SHARE_PAID', share: id, settlement, wallet, amount, staff } };
  }
  const { wallet: type, amount, settlement, fromDay, throughDay, requestedBy, approvedBy } = command;
  if (player.role !== 'PARTNER') return refused('PARTNERS_ONLY');
  if (new Set([requestedBy, approvedBy, player.id]).size < 3) return refused('SECOND_PERSON_NEEDED');
  const wallet = player.wallets.get(type);
  if (wallet === undefined) return refused('WALLET_UNSUPPORTED');
  if (amount <= 0n) return refused('ENTER_AMOUNT');
  if (amount % 10n ** BigInt(8 - wallet.places) !== 0n) return refused('AMOUNT_OFF_UNIT');
  for (const share of open.values()) if (share.settlement === settlement) return refused('ALREADY_PROCESSED');
  const days = { fromDay, throughDay, requestedBy, approvedBy };
  return { body: { kind: 'SHARE_CONFIRMED', wallet: type, amount, settlement, ...days } };
}

function openShare(
  { partner: { open } }: TwinState,
  event: AnyEvent & { readonly share: number },
): TwinShare {
  const share = open.get(event.share);
  if (share === undefined)
    throw new Violation(
      'I-74',
      `event ${event.id} pays share ${event.share}, which is not confirmed or paid`,
    );
  return share;
}

export function partnerLegs(state: TwinState, event: PartnerEvent, player: number): readonly Leg[] {
  const { wallet, amount } = event.kind === 'SHARE_PAID' ? openShare(state, event) : event;
  const currency = currencyIn(state, event, player, wallet);
  const share = purseOf(player, wallet);
  return event.kind === 'SHARE_CONFIRMED'
    ? legsOf(currency, [[houseOf(event.site, currency), share, amount, 'SHARE_CONFIRMED']])
    : legsOf(currency, [[share, pursesOf(player, wallet).free, amount, 'SHARE_PAID']]);
}

const add = (sums: Map<string, bigint>, purse: string, units: bigint): void =>
  void sums.set(purse, (sums.get(purse) ?? 0n) + units);

export function changePartner(state: TwinState, event: PartnerEvent, player: number): void {
  const { open, settlements, confirmed, paid } = state.partner;
  if (event.kind === 'SHARE_PAID') {
    const { id, wallet, amount } = openShare(state, event);
    open.delete(id);
    add(paid, purseOf(player, wallet), amount);
    return;
  }
  const { id, wallet, amount, settlement } = event;
  if (settlements.has(settlement))
    throw new Violation('I-74', `event ${id} confirms settlement ${settlement} again`);
  settlements.add(settlement);
  open.set(id, { id, player, wallet, amount, settlement });
  add(confirmed, purseOf(player, wallet), amount);
  add(confirmed, houseOf(event.site, currencyIn(state, event, player, wallet)), -amount);
}

/** A purse of shares has what is confirmed and not paid, which is never below nothing; the house has given that and no more. */
export function checkShares({ money, partner: { open, confirmed, paid } }: TwinState): void {
  const unpaid = new Map<string, bigint>();
  for (const { player, wallet, amount } of open.values()) add(unpaid, purseOf(player, wallet), amount);
  for (const [purse, units] of paid)
    if (units > (confirmed.get(purse) ?? 0n))
      throw new Violation('I-74', `${purse}: ${units} was paid, ${confirmed.get(purse) ?? 0n} confirmed`);
  for (const [purse, { units }] of money) {
    const isHouse = /^house:\d+:partner:/.test(purse);
    if (!isHouse && !purse.endsWith(':share')) continue;
    const meant = (confirmed.get(purse) ?? 0n) - (paid.get(purse) ?? 0n);
    const isOpen = isHouse || meant === (unpaid.get(purse) ?? 0n);
    if (units !== meant || !isOpen || (!isHouse && units < 0n))
      throw new Violation('I-74', `${purse} has ${units}, ${meant} is confirmed and not paid`);
  }
}

export const describePartner = ({ partner: { open } }: TwinState): readonly string[] =>
  Array.from(
    open.values(),
    ({ id, player, wallet, amount, settlement }) =>
      `share ${id} ${player} ${wallet} ${decimal(amount)} of ${settlement}`,
  );

export const sharesOf = ({ partner: { open } }: TwinState, player: number): readonly TwinShare[] =>
  [...open.values()].filter((share) => share.player === player);
