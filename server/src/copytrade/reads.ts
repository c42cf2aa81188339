// What copy trading reads from the book once, to follow the events from there on.
import type { CopyFollow, CopyLead, CopyTrader } from '@maru/engine/copytrade/state';
import { type AnyBookRead, defineRead } from '../desk/book-read.ts';

export interface CopytradeHeld {
  readonly lastEvent: number;
  readonly traders: readonly CopyTrader[];
  readonly follows: readonly CopyFollow[];
  /** In the order of their numbers. */
  readonly leads: readonly CopyLead[];
}

export const readCopytradeHeld = defineRead({
  name: 'copytrade.held',
  // All of it is in the book from the start on.
  players: (_args: Readonly<Record<string, never>>) => [],
  compute: ({ lastEvent, copytrade: { traders, follows, leads } }): CopytradeHeld => ({
    lastEvent,
    traders: [...traders.values()],
    follows: [...follows.values()],
    leads: [...leads.values()].flatMap((pending) => pending.map(({ lead }) => lead)),
  }),
});

export const copytradeReads: readonly AnyBookRead[] = [readCopytradeHeld];
