// What the events of the cashier move and change, and what must hold after each (docs/rules.md 6.1 to 6.7).
import type { CashierEvent } from '@maru/engine/cashier/events';
import type { AnyEvent } from '@maru/engine/products';
import { decimal } from '../decimal.ts';
import type { TwinState } from '../twin.ts';
import { currencyIn, type Leg, legsOf, pursesOf } from '../twin-legs.ts';
import { Violation } from '../violation.ts';
import { couponName, isOut, type TwinBonus, type TwinRequest } from './twin.ts';
import { countDeposits } from './twin-rules.ts';

const KINDS: ReadonlySet<string> = new Set<CashierEvent['kind']>([
  ...(['REQUEST_MADE', 'REQUEST_TAKEN', 'REQUEST_PAID', 'REQUEST_DISPUTED', 'REQUEST_CONFIRMED'] as const),
  ...(['REQUEST_DONE', 'REQUEST_REJECTED', 'REQUEST_CANCELLED', 'DEPOSIT_CREDITED', 'CONVERTED'] as const),
  ...(['MONEY_TRANSFERRED', 'COUPON_USED', 'COUPON_ISSUED', 'COUPON_ENDED'] as const),
]);

export const isCashierEvent = <Any extends Pick<AnyEvent, 'kind'>>(event: Any): event is Any & CashierEvent =>
  KINDS.has(event.kind);

const OWN = new Set(['bank', 'chain', 'p2p']);
const outside = (site: number, channel: string, currency: string) =>
  `house:${site}:${OWN.has(channel) ? channel : `provider-${channel}`}:${currency}`;
const holdOf = (player: number, wallet: string) => `${player}:${wallet}:withdrawHold`;
const houseOf = (site: number, purpose: string, currency: string) => `house:${site}:${purpose}:${currency}`;

export function openRequest(state: TwinState, event: AnyEvent & { readonly request: number }): TwinRequest {
  const { cashier } = state;
  const request = cashier.requests.get(event.request);
  if (request !== undefined) return request;
  const how = cashier.ended.get(event.request);
  throw new Violation(
    'I-63',
    `event ${event.id} is about request ${event.request}, which is ${how ?? 'none'}`,
  );
}

export function cashierLegs(state: TwinState, event: CashierEvent, player: number): readonly Leg[] {
  const { site } = event;
  switch (event.kind) {
    case 'REQUEST_MADE': {
      const currency = currencyIn(state, event, player, event.wallet);
      return legsOf(currency, asideMoves(event, player, site, currency));
    }
    case 'REQUEST_REJECTED':
    case 'REQUEST_CANCELLED': {
      const request = openRequest(state, event);
      const currency = currencyIn(state, event, player, request.wallet);
      return legsOf(
        currency,
        asideMoves(request, player, site, currency).map(([from, to, units]) => [
          to,
          from,
          units,
          request.type === 'WB' ? 'ESCROW_BACK' : 'WITHDRAW_BACK',
        ]),
      );
    }
    case 'REQUEST_DONE': {
      const request = openRequest(state, event);
      const currency = currencyIn(state, event, player, request.wallet);
      return legsOf(currency, doneMoves(request, site, currency));
    }
    case 'DEPOSIT_CREDITED': {
      const currency = currencyIn(state, event, player, event.wallet);
      const { free } = pursesOf(player, event.wallet);
      return legsOf(currency, [[outside(site, event.channel, currency), free, event.amount, 'DEPOSIT']]);
    }
    case 'CONVERTED': {
      const [from, to] = [event.from, event.to].map((wallet) => currencyIn(state, event, player, wallet));
      return [
        ...legsOf(from ?? '', [
          [pursesOf(player, event.from).free, houseOf(site, 'fx', from ?? ''), event.paid, 'CONVERT_OUT'],
        ]),
        ...legsOf(to ?? '', [
          [houseOf(site, 'fx', to ?? ''), pursesOf(player, event.to).free, event.received, 'CONVERT_IN'],
        ]),
      ];
    }
    case 'MONEY_TRANSFERRED': {
      const currency = currencyIn(state, event, player, event.from);
      const to = pursesOf(event.recipient, event.to).free;
      return legsOf(currency, [[pursesOf(player, event.from).free, to, event.amount, 'TRANSFER']]);
    }
    case 'COUPON_USED': {
      const currency = currencyIn(state, event, player, event.wallet);
      const { free } = pursesOf(player, event.wallet);
      return legsOf(currency, [[houseOf(site, 'bonus', currency), free, event.amount, 'BONUS']]);
    }
    default:
      return [];
  }
}

type Aside = Pick<TwinRequest, 'type' | 'wallet' | 'amount' | 'fee' | 'channel'>;
type Moves = readonly (readonly [from: string, to: string, units: bigint, reason: string])[];

function asideMoves(
  { type, wallet, amount, fee, channel }: Aside,
  player: number,
  site: number,
  currency: string,
): Moves {
  if (isOut(type))
    return [[pursesOf(player, wallet).free, holdOf(player, wallet), amount + fee, 'WITHDRAW_HOLD']];
  if (type === 'WB')
    return [[outside(site, channel, currency), houseOf(site, 'escrow', currency), amount, 'ESCROW']];
  return [];
}

function doneMoves(
  { type, wallet, amount, fee, channel, player }: TwinRequest,
  site: number,
  currency: string,
): Moves {
  const { free } = pursesOf(player, wallet);
  const out = outside(site, channel, currency);
  const hold = holdOf(player, wallet);
  switch (type) {
    case 'D':
      return [[out, free, amount, 'DEPOSIT']];
    case 'WB':
      return [[houseOf(site, 'escrow', currency), free, amount, 'PURCHASE']];
    case 'PB':
      return [[houseOf(site, 'bonus', currency), free, amount, 'GRANT']];
    case 'PM':
      return [[free, houseOf(site, 'bonus', currency), amount, 'DEDUCTION']];
    default:
      return [
        [hold, out, amount, type === 'W' ? 'WITHDRAWAL' : 'SALE'],
        [hold, houseOf(site, 'fee', currency), fee, 'WITHDRAWAL_FEE'],
      ];
  }
}

export function changeCashier(state: TwinState, event: CashierEvent, player: number): void {
  const { cashier } = state;
  countDeposits(state, event, player);
  const { site, at } = event;
  switch (event.kind) {
    case 'REQUEST_MADE': {
      const { id, type, wallet, amount, fee, channel, won, payUntil, staff } = event;
      cashier.requests.set(id, {
        ...{ id, at, player, site, type, wallet, amount, fee, channel, won, payUntil, staff },
        ...{ state: 'REQUESTED', inHandAt: undefined, isDisputed: false, confirmedBy: undefined },
      });
      const same = [...cashier.requests.values()].filter(
        (each) => each.player === player && each.type === type,
      );
      if (same.length > 1) throw new Violation('I-70', `player ${player} has two open requests of ${type}`);
      return;
    }
    case 'REQUEST_TAKEN':
    case 'REQUEST_PAID':
      patch(openRequest(state, event), { state: 'PROCESSING', inHandAt: at });
      return;
    case 'REQUEST_DISPUTED':
      patch(openRequest(state, event), { isDisputed: true });
      return;
    case 'REQUEST_CONFIRMED':
      if ('staff' in event.by) patch(openRequest(state, event), { confirmedBy: event.by.staff });
      return;
    case 'REQUEST_REJECTED':
    case 'REQUEST_CANCELLED':
      end(openRequest(state, event), event.kind);
      return;
    case 'REQUEST_DONE': {
      const { type, wallet, amount } = openRequest(state, event);
      end(openRequest(state, event), event.kind);
      if (type === 'PB') give({ id: event.id, player, wallet, locked: amount, left: amount });
      if (type === 'PB') count(wallet, amount);
      if (type === 'PM') count(wallet, -amount);
      return;
    }
    case 'COUPON_ISSUED': {
      const { id, coupon: hash, wallets, currency, amount, uses, turnover, from, until } = event;
      const issued = { id, site, hash, wallets, currency, amount, uses, turnover, from, until, usedBy: [] };
      cashier.coupons.set(couponName(site, hash), issued);
      return;
    }
    case 'COUPON_ENDED':
      if (!cashier.coupons.delete(couponName(site, event.coupon)))
        throw new Violation('I-72', `event ${event.id} ends a coupon that is not live`);
      return;
    case 'COUPON_USED': {
      const name = couponName(site, event.coupon);
      const coupon = cashier.coupons.get(name);
      const isFree =
        coupon !== undefined && !coupon.usedBy.includes(player) && coupon.usedBy.length < coupon.uses;
      if (!isFree) throw new Violation('I-72', `event ${event.id} uses a coupon that is used up`);
      cashier.coupons.set(name, { ...coupon, usedBy: [...coupon.usedBy, player] });
      count(event.wallet, event.amount);
      if (event.turnover > 0n)
        give({ id: event.id, player, wallet: event.wallet, locked: event.amount, left: event.turnover });
      return;
    }
    default:
  }

  function patch(request: TwinRequest, by: Partial<TwinRequest>): void {
    cashier.requests.set(request.id, { ...request, ...by });
  }
  function end({ id }: TwinRequest, how: string): void {
    cashier.requests.delete(id);
    cashier.ended.set(id, how);
  }
  function give(bonus: TwinBonus): void {
    cashier.bonuses.set(bonus.id, bonus);
  }
  function count(wallet: string, units: bigint): void {
    const purse = houseOf(site, 'bonus', currencyIn(state, event, player, wallet));
    cashier.given.set(purse, (cashier.given.get(purse) ?? 0n) + units);
  }
}

/** Holds are those of open requests, escrow is that of open purchases, and the bonus purse owes what was given. */
export function checkCashier(state: TwinState): void {
  const meant = new Map<string, bigint>();
  const add = (purse: string, units: bigint) => meant.set(purse, (meant.get(purse) ?? 0n) + units);
  for (const { player, site, type, wallet, amount, fee } of state.cashier.requests.values()) {
    const currency = state.players.get(player)?.wallets.get(wallet)?.currency ?? '';
    if (isOut(type)) add(holdOf(player, wallet), amount + fee);
    if (type === 'WB') add(houseOf(site, 'escrow', currency), amount);
  }
  for (const [purse, units] of state.cashier.given) add(purse, -units);
  for (const [purse, { units }] of state.money) {
    const isOurs = purse.endsWith(':withdrawHold') || /^house:\d+:(escrow|bonus):/.test(purse);
    if (isOurs && units !== (meant.get(purse) ?? 0n))
      throw new Violation(
        purse.includes(':escrow:') ? 'I-69' : 'I-63',
        `${purse} has ${units}, the requests say ${meant.get(purse) ?? 0n}`,
      );
  }
}

export function describeTwinCashier({ cashier }: TwinState): readonly string[] {
  const lines: string[] = [];
  const own = new Map<string, number[]>();
  const note = (of: string, id: number) => own.set(of, [...(own.get(of) ?? []), id]);
  for (const request of [...cashier.requests.values()].sort((a, b) => a.id - b.id)) {
    const { id, at, player, site, type, wallet, amount, fee, channel, won, payUntil, staff } = request;
    note(`requests of ${player}`, id);
    lines.push(
      `request ${id} ${at} ${player} ${site} ${type} ${wallet} ${decimal(amount)} ${decimal(fee)} ${channel} ${won === undefined ? '-' : decimal(won)} ${payUntil ?? '-'} ${staff ?? '-'} ${request.state} ${request.inHandAt ?? '-'} ${request.isDisputed} ${request.confirmedBy ?? '-'}`,
    );
  }
  for (const {
    id,
    site,
    hash,
    wallets,
    currency,
    amount,
    uses,
    turnover,
    from,
    until,
    usedBy,
  } of cashier.coupons.values())
    lines.push(
      `coupon ${id} ${site} ${hash} ${wallets.join()} ${currency} ${decimal(amount)} ${uses} ${decimal(turnover)} ${from} ${until} used by ${[...usedBy].sort((a, b) => a - b).join()}`,
    );
  for (const { id, player, wallet, locked, left } of [...cashier.bonuses.values()].sort(
    (a, b) => a.id - b.id,
  )) {
    note(`bonuses of ${player}`, id);
    lines.push(`bonus ${id} ${player} ${wallet} ${decimal(locked)} ${decimal(left)}`);
  }
  for (const [of, ids] of own) lines.push(`${of} ${ids.join()}`);
  return lines;
}
