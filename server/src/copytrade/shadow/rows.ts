// What the events of copy trading, and its notes in events of coin futures, change in the tables. A follow, a copy and a
// day are collected as they change in this run of events, so that each is written once.
import type { Rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { withTrades } from '@maru/engine/copytrade/apply';
import type {
  ChangedCopy,
  CopiedNote,
  CopyMissed,
  CopytradeEvent,
  CopytradeNote,
  LeadsNote,
} from '@maru/engine/copytrade/events';
import type { CopyTrader, FollowSettings } from '@maru/engine/copytrade/state';
import type { Note } from '@maru/engine/follower';
import type { FuturesFill, FuturesFilled } from '@maru/engine/futures/events';
import { otherSide } from '@maru/engine/futures/terms';
import { initialMargin, UNIT } from '@maru/engine/futures/value';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { FILLS_PER_EVENT } from '../../futures/wire.ts';
import type { RowOf } from '../../shadow/table.ts';
import { writeSizing } from './sizing-text.ts';
import { addCopiedSums, addMissedSums, addShareSums, addTradedSums, type DaySums, noSums } from './sums.ts';
import type { follows, leads, misses, openCopies, records, shares } from './tables.ts';

type FollowRow = RowOf<typeof follows>;
type OpenRow = RowOf<typeof openCopies>;

/** How the margin in copies of a follow changed in this run. */
export interface UsedChange {
  /** Until then it was as it is stored. */
  readonly firstAt: Millis;
  /** What has added up between the changes of this run. */
  sum: bigint;
  ms: number;
  /** After the last of them. */
  used: FollowRow['used'];
  at: Millis;
}

/** What changed of a follow; what is absent stays. */
export interface FollowChange {
  readonly id: number;
  settings?: FollowSettings;
  isPaused?: boolean;
  total?: FollowRow['total'];
  shared?: FollowRow['shared'];
  handled?: number;
  copied: number;
  missed: number;
  used?: UsedChange;
  state?: FollowRow['state'];
  detached?: Pick<FollowRow, 'detachedAt' | 'detachedBy'>;
  ended?: Pick<FollowRow, 'endedAt' | 'endedBy' | 'waived'>;
}

export interface OpenChange {
  readonly follow: number;
  readonly instrument: number;
  /** The one that is stored was closed, and what came later is another one. */
  isGone: boolean;
  /** As it is after this run. */
  copy: Omit<OpenRow, 'leadQty' | 'leadSum'> | undefined;
  leadQty: bigint;
  leadSum: bigint;
}

interface LeadCounts {
  readonly id: number;
  copied: number;
  missed: number;
  slippage: Rate;
}

export type MovedTrader = Partial<Pick<CopyTrader, 'lastLead' | 'open'>>;

export interface CopytradeRows {
  /** As they were set last. */
  readonly traders: Map<PlayerId, CopyTrader>;
  /** What trading changed of traders that were not set in this run. */
  readonly moved: Map<PlayerId, MovedTrader>;
  readonly begun: Omit<FollowRow, 'shard'>[];
  readonly follows: Map<number, FollowChange>;
  readonly open: Map<string, OpenChange>;
  readonly leads: Omit<RowOf<typeof leads>, 'shard' | 'copied' | 'missed' | 'slippage'>[];
  readonly counts: Map<number, LeadCounts>;
  readonly misses: Map<
    string,
    { -readonly [Field in keyof RowOf<typeof misses>]: RowOf<typeof misses>[Field] }
  >;
  readonly records: RowOf<typeof records>[];
  readonly shares: RowOf<typeof shares>[];
  readonly sums: DaySums;
}

export const noCopytradeRows = (): CopytradeRows => ({
  traders: new Map(),
  moved: new Map(),
  begun: [],
  follows: new Map(),
  open: new Map(),
  leads: [],
  counts: new Map(),
  misses: new Map(),
  records: [],
  shares: [],
  sums: noSums(),
});

export function addCopytradeRows(rows: CopytradeRows, event: CopytradeEvent): void {
  switch (event.kind) {
    case 'COPY_TRADER_SET':
      setTrader(rows, event.trader);
      detach(rows, event.detached, event);
      return;
    case 'COPY_FOLLOWED':
      rows.begun.push(begunRow(event.follow));
      return;
    case 'COPY_FOLLOW_CHANGED': {
      const change = followOf(rows, event.follow);
      change.settings = event.settings;
      change.isPaused = event.settings.isPaused;
      return;
    }
    case 'COPY_MISSED':
      addMissed(rows, event);
      return;
    case 'COPY_SHARED':
    case 'COPY_ENDED':
      addShare(rows, event);
      return;
  }
}

export function addCopytradeNote(rows: CopytradeRows, note: Note, event: AnyEvent): void {
  const own = note as CopytradeNote;
  switch (own.kind) {
    case 'LEADS':
      addLeads(rows, own, event as FuturesFilled);
      return;
    case 'STOPPED':
      setTrader(rows, own.trader);
      return;
    case 'DETACHED':
      detach(rows, own.follows, event);
      return;
    case 'COPIED':
      addCopied(rows, own, event as FuturesFilled);
      return;
  }
}

function setTrader({ traders, moved }: CopytradeRows, trader: CopyTrader): void {
  traders.set(trader.player, trader);
  moved.delete(trader.player);
}

type Begun = Extract<CopytradeEvent, { readonly kind: 'COPY_FOLLOWED' }>['follow'];

const begunRow = (follow: Begun): CopytradeRows['begun'][number] => ({
  ...follow,
  copied: 0,
  missed: 0,
  used: 0n as FollowRow['used'],
  usedSince: follow.startedAt,
  usedSum: 0n,
  usedMs: 0,
});

function followOf({ follows: changed }: CopytradeRows, id: number): FollowChange {
  const known = changed.get(id) ?? { id, copied: 0, missed: 0 };
  changed.set(id, known);
  return known;
}

function detach(
  rows: CopytradeRows,
  ids: readonly number[],
  { id: detachedBy, at: detachedAt }: Pick<AnyEvent, 'id' | 'at'>,
): void {
  for (const id of ids)
    Object.assign(followOf(rows, id), { state: 'DETACHED', detached: { detachedAt, detachedBy } });
}

const NO_RATE = 0n as Rate;

function countsOf({ counts }: CopytradeRows, id: number): LeadCounts {
  const known = counts.get(id) ?? { id, copied: 0, missed: 0, slippage: NO_RATE };
  counts.set(id, known);
  return known;
}

function addLeads(rows: CopytradeRows, note: LeadsNote, event: FuturesFilled): void {
  for (const lead of note.leads) rows.leads.push({ ...lead, site: event.site });
  const { player, open } = note;
  const lastLead = note.leads.at(-1)?.id;
  const set = rows.traders.get(player);
  if (set === undefined)
    rows.moved.set(player, {
      ...rows.moved.get(player),
      ...(lastLead === undefined ? undefined : { lastLead }),
      ...(open === undefined ? undefined : { open }),
    });
  else
    rows.traders.set(player, {
      ...withTrades(set, open ?? set.open ?? []),
      lastLead: lastLead ?? set.lastLead,
    });
  addTradedSums(rows.sums, note, event);
}

function addMissed(rows: CopytradeRows, event: CopyMissed): void {
  const { id, site, at, lead, reason, trader, follow } = event;
  const change = followOf(rows, follow);
  change.handled = lead.id;
  // Nothing was there to close, so nobody misses anything.
  if (reason === 'NO_COPY') return;
  const [step] = event.steps;
  assert(step !== undefined, 'a lead is missed by somebody');
  change.missed += 1;
  countsOf(rows, lead.id).missed += 1;
  const name = `${lead.id}/${reason}`;
  const known = rows.misses.get(name);
  if (known === undefined) rows.misses.set(name, { lead: lead.id, reason, site, trader, misses: 1, at });
  else known.misses += 1;
  const { found, allowed, detail, sizing } = event;
  rows.records.push({
    ...{ id: id * FILLS_PER_EVENT, seq: step.seq, site, follow, follower: step.player, trader, at },
    ...{ cause: 'MIRROR', ...leadPart(lead), reason, found, allowed, detail },
    sizing: sizing && writeSizing(sizing),
  });
  addMissedSums(rows.sums, event);
}

const leadPart = ({ id, kind, instrument, side, price, at }: CopyMissed['lead']) => ({
  lead: id,
  leadPrice: price,
  leadAt: at,
  kind,
  instrument,
  side,
});

type Paid = Extract<CopytradeEvent, { readonly kind: 'COPY_SHARED' | 'COPY_ENDED' }>;

function addShare(rows: CopytradeRows, event: Paid): void {
  const { id, site, follow, follower, trader, share, total, shared, at } = event;
  const change = followOf(rows, follow);
  change.shared = shared;
  if (event.kind === 'COPY_ENDED') {
    change.state = 'ENDED';
    change.ended = { endedAt: at, endedBy: event.by, waived: event.waived };
  }
  const waived = event.kind === 'COPY_ENDED' ? event.waived : (0n as Paid['share']);
  if (share === 0n && waived === 0n) return;
  const kind = event.kind === 'COPY_ENDED' ? 'END' : 'DAILY';
  rows.shares.push({ id, site, follow, follower, trader, kind, share, total, shared, waived, at });
  addShareSums(rows.sums, event);
}

function addCopied(rows: CopytradeRows, note: CopiedNote, event: FuturesFilled): void {
  const change = followOf(rows, note.follow);
  change.total = note.total;
  change.isPaused = note.isPaused;
  change.handled = note.handled;
  useMargin(change, note, event.at);
  if (note.lead !== undefined) {
    change.copied += 1;
    const counts = countsOf(rows, note.lead.id);
    counts.copied += 1;
    counts.slippage = (counts.slippage + note.lead.slippage) as Rate;
  }
  for (const changed of note.copies) {
    const fill = event.fills[changed.fill];
    assert(fill !== undefined, 'a copy was changed by a fill');
    addOpen(rows, note, changed);
    rows.records.push(recordOf(note, changed, fill, event));
    addCopiedSums(rows.sums, { note, changed, fill, event });
  }
}

function useMargin(change: FollowChange, { used }: CopiedNote, at: Millis): void {
  const known = change.used;
  if (known === undefined) {
    change.used = { firstAt: at, sum: 0n, ms: 0, used, at };
    return;
  }
  if (known.used > 0n) {
    known.sum += known.used * BigInt(at - known.at);
    known.ms += at - known.at;
  }
  known.used = used;
  known.at = at;
}

function addOpen(rows: CopytradeRows, { follow, lead }: CopiedNote, changed: ChangedCopy): void {
  const { instrument, copy, qty } = changed;
  const name = `${follow}/${instrument}`;
  const known = rows.open.get(name) ?? {
    ...{ follow, instrument, isGone: false, copy: undefined, leadQty: 0n, leadSum: 0n },
  };
  rows.open.set(name, known);
  if (copy === undefined) {
    Object.assign(known, { isGone: true, copy: undefined, leadQty: 0n, leadSum: 0n });
    return;
  }
  known.copy = { ...copy, follow };
  if (lead?.kind !== 'OPEN') return;
  known.leadQty += qty;
  known.leadSum += qty * lead.leadPrice;
}

function recordOf(
  { follow, trader, lead }: CopiedNote,
  { fill: place, qty, net }: ChangedCopy,
  fill: FuturesFill,
  { id, site, at, steps, copy }: FuturesFilled,
): CopytradeRows['records'][number] {
  const [step] = steps;
  assert(step !== undefined, 'a copy belongs to somebody');
  const isOpening = fill.openedQty > 0n;
  const { instrument, price, fee, cause, side } = fill;
  return {
    ...{ id: id * FILLS_PER_EVENT + place, seq: step.seq, site, follow, follower: step.player, trader, at },
    kind: isOpening ? 'OPEN' : 'CLOSE',
    cause: copy?.follow === follow ? copy.cause : cause,
    ...(lead === undefined ? undefined : mirroredPart(lead)),
    instrument,
    side: isOpening ? side : otherSide(side),
    position: fill.closedPosition ?? fill.position?.id,
    ...{ qty, price, fee, net },
    margin: isOpening
      ? initialMargin(fill.openedQty, price, fill.leverage, { contract: fill.contract }, UNIT)
      : undefined,
    sizing: copy?.sizing && writeSizing(copy.sizing),
  };
}

const mirroredPart = ({ id, leadPrice, leadAt, slippage }: NonNullable<CopiedNote['lead']>) => ({
  lead: id,
  leadPrice,
  leadAt,
  slippage,
});
