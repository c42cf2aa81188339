// Quotes that the server holds: what a conversion would give, for ten seconds (docs/rules.md 6.6). A quote is in memory
// only; it is remembered for some minutes after its end, so that a repeated request gets its first answer again.
import type { Amount } from '@maru/engine/amount';
import type { Rate } from '@maru/engine/cashier/commands';
import type { CommandKey } from '@maru/engine/command';
import type { PlayerId } from '@maru/engine/purse';
import { later, MINUTE_MS, type Millis } from '@maru/engine/time';

const QUOTE_HELD_MS = 10_000;
const REMEMBERED_MS = 10 * MINUTE_MS;
const MOST_PER_PLAYER = 60;
const MOST_PLAYERS = 20_000;

export interface Quote {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly amount: Amount;
  readonly rate: Rate;
  readonly spread: Amount;
  readonly until: Millis;
}

interface Held {
  readonly quote: Quote;
  /** Of the first request that used it: all later ones ask under the same key. */
  key: CommandKey | undefined;
}

export interface Quotes {
  hold(player: PlayerId, quote: Omit<Quote, 'id' | 'until'>, now: Millis): Quote;
  /** The player's own quote with the key under which it is used, or undefined when it is not remembered. */
  use(
    player: PlayerId,
    id: string,
    key: CommandKey | undefined,
  ): { readonly quote: Quote; readonly key: CommandKey } | undefined;
}

export function createQuotes(makeId: () => string): Quotes {
  const byPlayer = new Map<PlayerId, Map<string, Held>>();

  function ownOf(player: PlayerId): Map<string, Held> {
    const own = byPlayer.get(player) ?? new Map<string, Held>();
    // The player who asked last stays longest.
    byPlayer.delete(player);
    byPlayer.set(player, own);
    if (byPlayer.size > MOST_PLAYERS) byPlayer.delete(byPlayer.keys().next().value ?? player);
    return own;
  }

  return {
    hold(player, asked, now) {
      const own = ownOf(player);
      for (const [id, { quote }] of own) {
        if (own.size < MOST_PER_PLAYER && now - quote.until < REMEMBERED_MS) break;
        own.delete(id);
      }
      const quote = { ...asked, id: makeId(), until: later(now, QUOTE_HELD_MS) };
      own.set(quote.id, { quote, key: undefined });
      return quote;
    },
    use(player, id, key) {
      const held = byPlayer.get(player)?.get(id);
      if (held === undefined) return undefined;
      held.key ??= key ?? { key: id, fingerprint: id };
      // Another quote under the same key is another request: the desk refuses it by this fingerprint.
      return { quote: held.quote, key: held.key };
    },
  };
}
