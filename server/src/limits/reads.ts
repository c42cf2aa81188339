// What limits read from the book.
import type { Amount, Rate } from '@maru/engine/amount';
import { openStakesOf } from '@maru/engine/follow';
import { openInWon } from '@maru/engine/limits/follow-money';
import type { PlayerLimits } from '@maru/engine/limits/state';
import type { Currency, PlayerId, SiteId } from '@maru/engine/purse';
import { type AnyBookRead, defineRead } from '../desk/book-read.ts';

export interface SeenLimits {
  /** Undefined while the player has set nothing. */
  readonly own: PlayerLimits | undefined;
  readonly open: Amount;
  readonly rates: readonly { readonly currency: Currency; readonly rate: Rate }[];
}

export const readLimits = defineRead({
  name: 'limits.own',
  players: ({ player }: { readonly site: SiteId; readonly player: PlayerId }) => [player],
  compute: (book, { site, player }): SeenLimits | 'MISSING' => {
    if (book.players.get(player)?.site !== site) return 'MISSING';
    return {
      own: book.limits.players.get(player),
      open: openInWon(book, player, openStakesOf(book, player)),
      rates: Array.from(book.limits.rates, ([currency, rate]) => ({ currency, rate })),
    };
  },
});

/** Everybody who ever limited the time of use: the desk decides for whom it still holds. */
export const readTimed = defineRead({
  name: 'limits.timed',
  players: (_args: Readonly<Record<string, never>>) => [],
  compute: ({ limits: { players } }): readonly { readonly player: PlayerId; readonly site: SiteId }[] =>
    Array.from(players.values())
      .filter(({ limits }) => limits.TIME !== undefined)
      .map(({ player, site }) => ({ player, site })),
});

export const limitsReads: readonly AnyBookRead[] = [readLimits, readTimed];
