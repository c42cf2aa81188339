// The commands for what is due by the clock. Undefined for what has to wait for a price or for the market to open.

import { isTrading } from '@maru/engine/oversea/equity';
import { quoteAtEntry } from '@maru/engine/oversea/pricing';
import type { OverseaPosition } from '@maru/engine/oversea/state';
import type { Priced } from '@maru/engine/oversea/terms';
import type { AnyCommand } from '@maru/engine/products';
import type { Millis } from '@maru/engine/time';
import type { OverseaParts } from './deps.ts';
import type { DueCheck, DueEnd } from './due.ts';
import { quoteOf, usableQuote } from './quotes.ts';
import { nextTradeDate } from './terms.ts';

export interface DueCommands {
  endCommand(end: DueEnd, now: Millis): AnyCommand | undefined;
  checkCommand(check: DueCheck, now: Millis): AnyCommand | undefined;
}

type DueCommandParts = Pick<OverseaParts, 'prices' | 'state' | 'instruments' | 'terms' | 'watch'>;

export function createDueCommands(
  { prices, state, instruments, terms, watch }: DueCommandParts,
  /** Since when this process receives prices. */
  listeningSince: Millis,
): DueCommands {
  const quoteFor = (instrument: number, now: Millis) =>
    usableQuote(prices, instruments.byId(instrument)?.code ?? '', now);

  function endCommand(
    { site, player, instrument, reason, position }: DueEnd,
    now: Millis,
  ): AnyCommand | undefined {
    const own = terms.at(site, instrument, now);
    if (own === undefined) return undefined;
    const latest = prices.latest(instruments.byId(instrument)?.code ?? '');
    const quote = reason === 'STAFF_CLOSE' ? latest && quoteOf(latest) : quoteFor(instrument, now);
    const { session } = own;
    // The desk would refuse these: the command is sent with the first price of the next session.
    if (reason !== 'STAFF_CLOSE' && session === undefined) return undefined;
    if (position !== undefined && quote === undefined) return undefined;
    const isLate = position !== undefined && session !== undefined && position.heldFor < session.tradeDate;
    const isAfterGap = reason !== 'STAFF_CLOSE' && (isLate || watch.isAfterGap(instrument));
    return { kind: 'END_OVERSEA_SESSION', site, player, reason, terms: own, quote, isAfterGap };
  }

  function checkCommand({ site, player, positions }: DueCheck, now: Millis): AnyCommand | undefined {
    // While none of them has a price the desk would refuse the command.
    if (!positions.some(({ instrument }) => isPriced(site, instrument, now))) return undefined;
    const priced: Priced[] = [];
    for (const position of state.accounts.get(player)?.positions.values() ?? []) {
      const each = pricedAt(position, now);
      if (each === undefined) return undefined;
      priced.push(each);
    }
    const closing = positions.flatMap((position) => {
      const next = carriedTo(position, now);
      return next === undefined ? [] : [{ instrument: position.instrument, nextTradeDate: next }];
    });
    if (closing.length === 0) return undefined;
    return { kind: 'CHECK_OVERSEA_OVERNIGHT', site, player, closing, priced };
  }

  function isPriced(site: OverseaPosition['site'], instrument: number, now: Millis): boolean {
    const own = terms.at(site, instrument, now);
    return own !== undefined && (!isTrading({ terms: own }) || quoteFor(instrument, now) !== undefined);
  }

  /**
   * The position with a usable price. A market that is closed, or has had no tick for longer than a price is fresh, is
   * valued at its last price, or at the entry of the position. Undefined while that may still change: this process has
   * just begun to receive prices, or the newest price is suspect.
   */
  function pricedAt(position: OverseaPosition, now: Millis): Priced | undefined {
    const { site, instrument, entry } = position;
    const own = terms.at(site, instrument, now);
    if (own === undefined) return undefined;
    const latest = prices.latest(instruments.byId(instrument)?.code ?? '');
    const usable = isTrading({ terms: own }) ? quoteFor(instrument, now) : latest && quoteOf(latest);
    if (usable !== undefined) return { terms: own, quote: usable };
    if (now - Math.max(latest?.ts ?? 0, listeningSince) <= own.staleMs) return undefined;
    if (latest !== undefined) return { terms: own, quote: quoteOf(latest) };
    return { terms: own, quote: quoteAtEntry(entry) };
  }

  /** To the current trade date, if its own ended while no process was running; otherwise to the next. */
  function carriedTo({ site, instrument: id, heldFor }: OverseaPosition, now: Millis) {
    const session = terms.at(site, id, now)?.session;
    const instrument = instruments.byId(id);
    if (session === undefined || instrument === undefined) return undefined;
    return heldFor < session.tradeDate ? session.tradeDate : nextTradeDate(instrument, heldFor);
  }

  return { endCommand, checkCommand };
}
