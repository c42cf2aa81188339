// What bit-ball reads from the book.
import { ballTimesOf } from '@maru/engine/bitball/salt';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type AnyBookRead, defineRead } from '../desk/book-read.ts';

export interface Due {
  readonly site: SiteId;
  readonly id: number;
  readonly saltAt: Millis;
  readonly step: 'SALT' | 'DRAW' | 'PAY';
  readonly unpaid: number;
}

/** Rounds whose next step is due. */
export const readDue = defineRead({
  name: 'bitball.due',
  players: (_args: { readonly now: Millis }) => [],
  compute: (book, { now }): readonly Due[] => {
    const due: Due[] = [];
    for (const { site, id, type, open, salt, end, players, paidPlayers } of book.bitball.rounds.values()) {
      const saltAt = ballTimesOf(id, type)?.saltAt ?? open;
      const unpaid = players.length - paidPlayers;
      const shared = { site, id, saltAt, unpaid };
      if (end !== undefined) {
        if (unpaid > 0) due.push({ ...shared, step: 'PAY' });
      } else if (salt === undefined) {
        if (now >= saltAt) due.push({ ...shared, step: 'SALT' });
      } else if (now >= open) due.push({ ...shared, step: 'DRAW' });
    }
    return due;
  },
});

export const ballReads: readonly AnyBookRead[] = [readDue];
