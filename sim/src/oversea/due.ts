// The commands that are due at the end of a trade date, and commands sent by mistake.

import { dayNumber } from '@maru/engine/market/calendar-date';
import type { Quote } from '@maru/engine/market/quote';
import type {
  CheckOverseaOvernight,
  EndOverseaSession,
  EndReason,
  OverseaCommand,
} from '@maru/engine/oversea/commands';
import type { OverseaAccount, OverseaOrder, OverseaPosition, OverseaState } from '@maru/engine/oversea/state';
import type { OverseaTerms, Priced } from '@maru/engine/oversea/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { earlier } from '@maru/engine/time';
import { type Dice, share, streams } from '../dice.ts';
import { instrumentOf } from './asks.ts';
import { LEADS } from './limits.ts';
import { isEndless, overseaTermsAt, quoteAt } from './market.ts';

export interface Moment {
  readonly seed: number;
  readonly state: OverseaState;
  readonly quotes: ReadonlyMap<number, Quote>;
  readonly at: number;
}

const SLOW_MS = 2_000;

const termsOf = ({ seed, at }: Moment, site: SiteId, instrument: number): OverseaTerms =>
  overseaTermsAt(seed, instrumentOf(instrument), site, at);

/** Was the contract's last day the one for which this was held? */
const wasLastDay = (seed: number, instrument: number, date: number) =>
  !isEndless(seed, instrument) && share(seed, streams.prices, 9_000 + instrument, date) < 0.2;

export function dueOf(moment: Moment): readonly OverseaCommand[] {
  const commands: OverseaCommand[] = [];
  for (const [player, account] of moment.state.accounts) {
    const instruments = new Set([
      ...account.positions.keys(),
      ...[...account.orders.values()].map((o) => o.instrument),
    ]);
    for (const instrument of instruments) {
      const end = endOf(moment, player, account, instrument);
      if (end !== undefined) commands.push(end);
    }
    const check = overnightOf(moment, player, account);
    if (check !== undefined) commands.push(check);
  }
  return commands;
}

const anyOf = (account: OverseaAccount, instrument: number): OverseaOrder | OverseaPosition | undefined =>
  account.positions.get(instrument) ??
  [...account.orders.values()].find((order) => order.instrument === instrument);

function endOf(
  moment: Moment,
  player: PlayerId,
  account: OverseaAccount,
  instrument: number,
): EndOverseaSession | undefined {
  const { seed, quotes, at } = moment;
  const any = anyOf(account, instrument);
  if (any === undefined) return undefined;
  const { site } = any;
  const terms = termsOf(moment, site, instrument);
  const held = account.positions.get(instrument);
  const command = (reason: EndReason): EndOverseaSession => ({
    ...{ kind: 'END_OVERSEA_SESSION', site, player, reason, terms, quote: quotes.get(instrument) },
    isAfterGap: false,
  });
  if (share(seed, streams.prices, 8_000 + instrument, Math.floor(at / 25_000), site) < 0.04)
    return command('STAFF_CLOSE');
  const { session } = terms;
  if (session === undefined) return undefined;
  // Nothing ends here. Sometimes the command is sent all the same, and refused.
  if (isEndless(seed, instrument) && share(seed, streams.schedule, player, Math.floor(at / 5_000), 15) > 0.1)
    return undefined;
  const isClosing = at >= session.endsAt - LEADS.FORCED_CLOSE;
  const { tradeDate, isLastTradingDay } = session;
  const orders = [...account.orders.values()].filter((order) => order.instrument === instrument);
  const isExpiring =
    (isLastTradingDay && isClosing) ||
    (held !== undefined && held.heldFor < tradeDate && wasLastDay(seed, instrument, held.heldFor));
  // Sometimes this is late: then the overnight check comes first, and nothing may be carried.
  const isSlow = share(seed, streams.schedule, player, tradeDate, 14) < 0.3 && at < session.endsAt - SLOW_MS;
  if (isExpiring) return isSlow ? undefined : command('EXPIRY');
  const isHeldOver =
    held !== undefined &&
    !held.overnight &&
    (held.heldFor < tradeDate || (held.heldFor === tradeDate && isClosing));
  const opens = (order: OverseaOrder) =>
    !order.reduceOnly && (held === undefined || held.side === order.side || order.qty > held.qty);
  const isOrderOver = orders.some(
    (order) => (order.tradeDate < tradeDate || isClosing) && (opens(order) || isHeldOver),
  );
  return isHeldOver || isOrderOver ? command('SESSION_END') : undefined;
}

/** Some commands are sent too early, and refused. */
const tooEarlyMs = ({ seed, at }: Moment, player: number) =>
  share(seed, streams.schedule, player, Math.floor(at / 5_000), 13) < 0.4 ? 2_800 : 0;

function overnightOf(
  moment: Moment,
  player: PlayerId,
  account: OverseaAccount,
): CheckOverseaOvernight | undefined {
  const closing: { instrument: number; nextTradeDate: ReturnType<typeof dayNumber> }[] = [];
  let site: SiteId | undefined;
  for (const [instrument, held] of account.positions) {
    const { session } = termsOf(moment, held.site, instrument);
    site = held.site;
    if (session === undefined || !held.overnight) continue;
    if (isEndless(moment.seed, instrument) && tooEarlyMs(moment, player) === 0) continue;
    const isLate = held.heldFor < session.tradeDate;
    if (isLate && !wasLastDay(moment.seed, instrument, held.heldFor))
      closing.push({ instrument, nextTradeDate: session.tradeDate });
    else if (
      held.heldFor === session.tradeDate &&
      moment.at >= session.endsAt - LEADS.OVERNIGHT_CHECK - tooEarlyMs(moment, player)
    )
      closing.push({ instrument, nextTradeDate: dayNumber(session.tradeDate + 1) });
  }
  if (closing.length === 0 || site === undefined) return undefined;
  return { kind: 'CHECK_OVERSEA_OVERNIGHT', site, player, closing, priced: pricedOf(moment, account) };
}

const pricedOf = (moment: Moment, account: OverseaAccount): readonly Priced[] =>
  [...account.positions].flatMap(([instrument, { site }]) => {
    const quote = moment.quotes.get(instrument);
    return quote === undefined ? [] : [{ terms: termsOf(moment, site, instrument), quote }];
  });

/** The last price is there, and the one at which it would be filled is not. */
const isAlmostReached = ({ type, side, price }: OverseaOrder, quote: Quote | undefined): boolean => {
  if (type !== 'LIMIT' || quote === undefined) return false;
  return side === 'LONG'
    ? quote.last <= price && quote.ask > price
    : quote.last >= price && quote.bid < price;
};

/** A wrong command that resembles a right one: the other leg, or the same prices, but old. */
export function lookalikeOf(command: OverseaCommand): OverseaCommand | undefined {
  if (command.kind === 'EXIT_OVERSEA_POSITION')
    return { ...command, leg: command.leg === 'TP' ? 'SL' : 'TP' };
  if (command.kind !== 'CUT_OVERSEA_LOSSES') return undefined;
  const old = ({ terms, quote }: Priced) => ({ terms, quote: { ...quote, ts: earlier(quote.ts, 20_000) } });
  return { ...command, priced: command.priced.map(old) };
}

/** Too early, on an old price, with the other leg, for the wrong instrument. All of it must be refused. */
export function mistakesOf(moment: Moment, dice: Dice): readonly OverseaCommand[] {
  if (!dice.chance(0.3)) return [];
  const accounts = [...moment.state.accounts];
  const [player, account] = accounts[dice.below(Math.max(1, accounts.length))] ?? [];
  if (player === undefined || account === undefined) return [];
  const positions = [...account.positions.values()];
  const orders = [...account.orders.values()];
  const held = positions[dice.below(Math.max(1, positions.length))];
  const order = orders[dice.below(Math.max(1, orders.length))];
  const open = held ?? order;
  if (open === undefined) return [];
  const { site } = open;
  const instrument = instrumentOf(dice.chance(0.1) ? 201 : open.instrument);
  const terms = termsOf(moment, site, instrument.id);
  const seenAt = moment.at - dice.pick([0, 0, terms.staleMs, terms.staleMs + 1, 400]);
  const quote = quoteAt(moment.seed, instrument, seenAt);
  if (quote === undefined) return [];
  const common = { site, player, terms, quote, isAfterGap: dice.chance(0.2) };
  const priced = pricedOf(moment, account);
  const almost = [...moment.state.orders.values()].find((each) =>
    isAlmostReached(each, moment.quotes.get(each.instrument)),
  );
  if (almost !== undefined && dice.chance(0.5)) {
    const own = { site: almost.site, player: almost.player, order: almost.id, isAfterGap: false };
    const last = moment.quotes.get(almost.instrument) ?? quote;
    return [
      {
        kind: 'FILL_OVERSEA_ORDER',
        ...own,
        terms: termsOf(moment, almost.site, almost.instrument),
        quote: last,
      },
    ];
  }
  switch (dice.below(5)) {
    case 0:
      return order === undefined
        ? []
        : [{ kind: 'FILL_OVERSEA_ORDER', ...common, order: order.id, isFirstPrice: dice.chance(0.5) }];
    case 1:
      return held === undefined
        ? []
        : [{ kind: 'EXIT_OVERSEA_POSITION', ...common, position: held.id, leg: dice.pick(['TP', 'SL']) }];
    case 2: {
      const less = dice.chance(0.2) ? priced.slice(1) : priced;
      return [{ kind: 'CUT_OVERSEA_LOSSES', site, player, priced: less, isAfterGap: dice.chance(0.5) }];
    }
    case 3:
      return [
        { kind: 'END_OVERSEA_SESSION', ...common, reason: dice.pick(['SESSION_END', 'EXPIRY'] as const) },
      ];
    default: {
      const closing = positions.map(({ instrument, heldFor }) => ({
        instrument,
        nextTradeDate: dayNumber(heldFor + dice.pick([0, 1, 1, 1])),
      }));
      return [{ kind: 'CHECK_OVERSEA_OVERNIGHT', site, player, closing, priced }];
    }
  }
}
