import { toDecimal } from '../amount.ts';
import type { Bonus, CashierState, LiveCoupon, OpenRequest } from './state.ts';

/** One line for each open request, live coupon and bonus, with its place in its player's account. */
export function describeCashier(state: CashierState): readonly string[] {
  const lines: string[] = [];
  for (const request of state.requests.values()) lines.push(describeRequest(request));
  for (const coupon of state.coupons.values()) lines.push(describeCoupon(coupon));
  for (const bonus of state.bonuses.values()) lines.push(describeBonus(bonus));
  for (const [player, own] of state.requestsOf) lines.push(`requests of ${player} ${[...own.keys()].join()}`);
  for (const [player, own] of state.bonusesOf) lines.push(`bonuses of ${player} ${[...own.keys()].join()}`);
  return lines;
}

function describeRequest(request: OpenRequest): string {
  const { id, at, player, site, type, wallet, amount, fee, channel, won, payUntil, staff } = request;
  return [
    `request ${id} ${at} ${player} ${site} ${type} ${wallet} ${toDecimal(amount)} ${toDecimal(fee)} ${channel}`,
    `${won === undefined ? '-' : toDecimal(won)} ${payUntil ?? '-'} ${staff ?? '-'} ${request.state}`,
    `${request.inHandAt ?? '-'} ${request.isDisputed} ${request.confirmedBy ?? '-'}`,
  ].join(' ');
}

function describeCoupon({ id, site, coupon, wallets, currency, amount, ...of }: LiveCoupon): string {
  const used = [...of.usedBy].sort((one, other) => one - other);
  return [
    `coupon ${id} ${site} ${coupon} ${wallets.join()} ${currency} ${toDecimal(amount)} ${of.uses}`,
    `${toDecimal(of.turnover)} ${of.from} ${of.until} used by ${used.join()}`,
  ].join(' ');
}

const describeBonus = ({ id, player, wallet, locked, turnoverLeft }: Bonus): string =>
  `bonus ${id} ${player} ${wallet} ${toDecimal(locked)} ${toDecimal(turnoverLeft)}`;
