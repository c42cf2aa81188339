// Copy trading in the shadow's tables as plain maps, with the constraints of the real ones, and the book's part loaded
// from them.
import type { Book } from '@maru/engine/book';
import { putFollow, putLead, putTrader, withTrades } from '@maru/engine/copytrade/apply';
import type { Copy, CopyFollow, CopyLead, CopyTrader } from '@maru/engine/copytrade/state';
import type { CopytradeRows, FollowChange } from '@maru/server/copytrade/shadow/rows';
import { addNew, existing } from '../map-rows.ts';
import { Violation } from '../violation.ts';

type FollowLine = Omit<CopyFollow, 'copies' | 'state'> & {
  readonly state: CopyFollow['state'] | 'ENDED';
  /** Copies and misses that were counted. */
  readonly copied: number;
  readonly missed: number;
};

export interface CopytradeTables {
  readonly traders: Map<number, CopyTrader>;
  readonly follows: Map<number, FollowLine>;
  /** By follow and instrument. */
  readonly open: Map<string, Copy & { readonly follow: number }>;
  readonly leads: Map<number, CopyLead>;
  readonly records: Map<number, CopytradeRows['records'][number]>;
  readonly shares: Map<number, CopytradeRows['shares'][number]>;
}

export const emptyCopytradeTables = (): CopytradeTables => ({
  traders: new Map(),
  follows: new Map(),
  open: new Map(),
  leads: new Map(),
  records: new Map(),
  shares: new Map(),
});

export function writeCopytradeRows(tables: CopytradeTables, rows: CopytradeRows): void {
  const { traders, follows, open, leads, records, shares } = tables;
  for (const [player, trader] of rows.traders) traders.set(player, trader);
  for (const [player, { lastLead, open: trades }] of rows.moved) {
    const before = existing(traders, player as number, 'trader');
    const moved = withTrades(before, trades ?? before.open ?? []);
    traders.set(player, { ...moved, lastLead: lastLead ?? before.lastLead });
  }
  for (const row of rows.begun) addNew(follows, row.id, lineOf(row), 'follow');
  for (const change of rows.follows.values()) changeFollow(tables, change);
  for (const [name, { isGone, copy }] of rows.open) {
    if (isGone) open.delete(name);
    if (copy !== undefined) open.set(name, copy);
  }
  for (const { site: _site, ...lead } of rows.leads) addNew(leads, lead.id, lead, 'lead');
  for (const record of rows.records) addNew(records, record.id, record, 'record');
  for (const row of rows.shares) addNew(shares, row.id, row, 'share');
  const followers = new Set<number>();
  for (const { follower, state } of follows.values()) {
    if (state === 'ENDED') continue;
    if (followers.has(follower))
      throw new Violation('I-57', `the table would show ${follower} following two`);
    followers.add(follower);
  }
}

function lineOf(row: CopytradeRows['begun'][number]): FollowLine {
  const { used: _used, usedSince: _since, usedSum: _sum, usedMs: _ms, ...line } = row;
  return line as FollowLine;
}

function changeFollow({ follows }: CopytradeTables, change: FollowChange): void {
  const before = existing(follows, change.id, 'follow');
  if (before.state === 'ENDED') throw new Violation('I-13', `follow ${change.id} changes after its end`);
  const { settings, isPaused, total, shared, handled, copied, missed, state } = change;
  const { maxLeverage, lossLimit, entryGuard, ...kept } = before;
  const left = settings ?? {
    ...(maxLeverage === undefined ? {} : { maxLeverage }),
    ...(lossLimit === undefined ? {} : { lossLimit }),
    ...(entryGuard === undefined ? {} : { entryGuard }),
  };
  follows.set(change.id, {
    ...kept,
    ...left,
    isPaused: isPaused ?? before.isPaused,
    total: total ?? before.total,
    shared: shared ?? before.shared,
    handled: handled ?? before.handled,
    copied: before.copied + copied,
    missed: before.missed + missed,
    state: state ?? before.state,
  });
}

export function loadCopytradeRows(tables: CopytradeTables, { copytrade: state }: Book): void {
  for (const trader of tables.traders.values()) putTrader(state, trader);
  for (const line of tables.follows.values()) {
    const { copied: _copied, missed: _missed, state: stored, ...follow } = line;
    if (stored === 'ENDED') continue;
    const copies = new Map<number, Copy>();
    for (const { follow: own, ...copy } of tables.open.values())
      if (own === follow.id) copies.set(copy.instrument, copy);
    putFollow(state, { ...follow, state: stored, copies });
  }
  // Those that nobody waits for are not kept.
  for (const [, lead] of [...tables.leads].sort(([a], [b]) => a - b)) putLead(state, lead);
}

/** What a follow has earned and missed is what its records say, and an ended one has nothing open. */
export function checkCopytradeTables({ follows, open, records, shares }: CopytradeTables): void {
  const sums = new Map<number, { net: bigint; missed: number; shared: bigint }>();
  const sumOf = (follow: number) => {
    const sum = sums.get(follow) ?? { net: 0n, missed: 0, shared: 0n };
    sums.set(follow, sum);
    return sum;
  };
  for (const { follow, net, reason } of records.values()) {
    sumOf(follow).net += net ?? 0n;
    if (reason !== undefined) sumOf(follow).missed += 1;
  }
  for (const { follow, share } of shares.values()) sumOf(follow).shared += share;
  for (const [id, { total, missed, shared }] of follows) {
    const sum = sumOf(id);
    if (sum.net !== total || sum.missed !== missed || sum.shared !== shared)
      throw new Violation('I-03', `follow ${id} shows ${total}, its records ${sum.net}`);
  }
  for (const { follow } of open.values())
    if (follows.get(follow)?.state === 'ENDED')
      throw new Violation('I-60', `follow ${follow} ended with a copy`);
}

export function* rowsOfCopytrade(tables: CopytradeTables) {
  for (const [id, row] of tables.traders) yield ['trader', id, row] as const;
  for (const [id, row] of tables.follows) yield ['follow', id, row] as const;
  for (const [id, row] of tables.open) yield ['open', id, row] as const;
  for (const [id, row] of tables.leads) yield ['lead', id, row] as const;
  for (const [id, row] of tables.records) yield ['record', id, row] as const;
  for (const [id, row] of tables.shares) yield ['share', id, row] as const;
}
