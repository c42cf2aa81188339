// What is due by the clock (docs/rules.md 4.3, 4.7): computed from the orders and positions alone, so that a process
// that was stopped at the end of a session finds the same work after its restart.
import { type DayNumber, dayAfter } from '@maru/engine/market/calendar-date';
import type { Instrument } from '@maru/engine/market/instrument';
import { latestTradeDay, neverCloses } from '@maru/engine/market/trading-hours';
import type { EndReason } from '@maru/engine/oversea/commands';
import { openingPart } from '@maru/engine/oversea/netting';
import { SESSION_LEADS } from '@maru/engine/oversea/session-phase';
import type { OverseaAccount, OverseaOrder, OverseaPosition, OverseaState } from '@maru/engine/oversea/state';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { OverseaParts } from './deps.ts';

/** The last trade date of an instrument whose forced close, or whose overnight check, is due. */
export interface Ended {
  readonly closing: DayNumber;
  readonly checking: DayNumber;
}

export function endedAt({ hours }: Instrument, now: Millis): Ended | undefined {
  if (neverCloses(hours)) return undefined;
  const day = latestTradeDay(hours, now);
  if (day === undefined) return undefined;
  const before = dayAfter(day.date, -1);
  return {
    closing: now >= day.closesAt - SESSION_LEADS.FORCED_CLOSE ? day.date : before,
    checking: now >= day.closesAt - SESSION_LEADS.OVERNIGHT_CHECK ? day.date : before,
  };
}

/** One player's orders and position in one instrument have to end. */
export interface DueEnd {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly instrument: number;
  readonly reason: EndReason;
  /** Undefined when only orders end. */
  readonly position: OverseaPosition | undefined;
}

/** One player's flagged positions have to be carried or closed. */
export interface DueCheck {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly positions: readonly OverseaPosition[];
}

export interface Due {
  readonly ends: readonly DueEnd[];
  readonly checks: readonly DueCheck[];
}

interface DueParts extends Pick<OverseaParts, 'instruments' | 'terms' | 'closings'> {
  readonly ended: ReadonlyMap<number, Ended>;
}

/** Players who may have something due: a quick pass over every order and position. */
export function mayHaveDue(
  { orders, positions }: OverseaState,
  { closings, ended }: Pick<DueParts, 'closings' | 'ended'>,
): ReadonlySet<PlayerId> {
  const players = new Set<PlayerId>();
  const hasClosings = closings.all().length > 0;
  const note = ({ player, site, instrument }: OverseaPosition | OverseaOrder, date: DayNumber): void => {
    const isOver = date <= (ended.get(instrument)?.closing ?? -Infinity);
    if (isOver || (hasClosings && closings.current(site, instrument) !== undefined)) players.add(player);
  };
  for (const position of positions.values()) note(position, position.heldFor);
  for (const order of orders.values()) note(order, order.tradeDate);
  return players;
}

export function listDue(
  { accounts }: Pick<OverseaState, 'accounts'>,
  parts: DueParts,
  players: Iterable<PlayerId>,
): Due {
  const { instruments, terms, closings, ended } = parts;
  const isExpiry = (id: number, date: DayNumber): boolean => {
    const instrument = instruments.byId(id);
    return instrument !== undefined && terms.isLastTradingDay(instrument, date);
  };

  function reasonOf(position: OverseaPosition): EndReason | undefined {
    const over = ended.get(position.instrument);
    if (over === undefined || position.heldFor > over.closing) return undefined;
    if (isExpiry(position.instrument, position.heldFor)) return 'EXPIRY';
    return position.overnight ? undefined : 'SESSION_END';
  }

  /** Orders stay open after their trade date only as far as they reduce a position. */
  function orderReason(account: OverseaAccount, instrument: number): EndReason | undefined {
    const over = ended.get(instrument);
    if (over === undefined) return undefined;
    let reason: EndReason | undefined;
    for (const order of account.orders.values()) {
      if (order.instrument !== instrument || order.tradeDate > over.closing) continue;
      if (isExpiry(instrument, order.tradeDate)) return 'EXPIRY';
      if (openingPart(order, account.positions.get(instrument)) > 0) reason = 'SESSION_END';
    }
    return reason;
  }

  const ends: DueEnd[] = [];
  const checks: DueCheck[] = [];
  for (const player of players) {
    const account = accounts.get(player);
    if (account === undefined) continue;
    const touched = new Map<number, SiteId>();
    for (const { instrument, site } of account.positions.values()) touched.set(instrument, site);
    for (const { instrument, site } of account.orders.values()) touched.set(instrument, site);
    for (const [instrument, site] of touched) {
      const held = account.positions.get(instrument);
      if (closings.current(site, instrument) !== undefined) {
        ends.push({ site, player, instrument, reason: 'STAFF_CLOSE', position: held });
        continue;
      }
      const reason = held && reasonOf(held);
      const ofOrders = reason ?? orderReason(account, instrument);
      if (ofOrders === undefined) continue;
      ends.push({
        site,
        player,
        instrument,
        reason: ofOrders,
        position: reason === undefined ? undefined : held,
      });
    }
    const flagged = [...account.positions.values()].filter(
      (position) =>
        position.overnight &&
        position.heldFor <= (ended.get(position.instrument)?.checking ?? -Infinity) &&
        !isExpiry(position.instrument, position.heldFor) &&
        closings.current(position.site, position.instrument) === undefined,
    );
    const [first] = flagged;
    if (first !== undefined) checks.push({ site: first.site, player, positions: flagged });
  }
  return { ends, checks };
}
