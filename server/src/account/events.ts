// A player's own history as the shadow wrote it, for a client that was disconnected.
import { toDecimal } from '@maru/engine/amount';
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';
import { type EventRow, findNewestSeq, listEvents } from './store.ts';

export interface ShownEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: number;
  readonly data: Record<string, unknown>;
}

export async function listAccountEvents(
  database: Database,
  asked: { readonly player: PlayerId; readonly since: number; readonly size: number },
): Promise<readonly ShownEvent[] | 'ARCHIVED'> {
  const { rows, newest } = await database.transaction(async (tx) => ({
    // Read before the events: those up to this number are in the tables by then, or archived.
    newest: await findNewestSeq(tx, asked.player),
    rows: await listEvents(tx, asked),
  }));
  // The numbers have no gap. A client that names its last number must not conclude that it has all events.
  const next = rows[0]?.seq ?? newest + 1;
  if (asked.since > 0 && asked.since < newest && next > asked.since + 1) return 'ARCHIVED';
  return rows.map((row) => ({
    seq: Number(row.seq),
    type: row.kind,
    at: row.at.getTime(),
    data: shownBody(row, asked.player),
  }));
}

/** Balances by wallet instead of the ledger's purses; keys, fingerprints and the house's purses are not disclosed. */
function shownBody(row: EventRow, player: PlayerId): Record<string, unknown> {
  const { after, steps, transfers, answers, site, kind, at, ...rest } = readBody(row.body);
  const balances = (Array.isArray(after) ? after : [])
    .map(({ purse, balance }: { purse: string; balance: string }) => {
      const [owner, walletType, part] = purse.split(':');
      return { owner, walletType, part, balance };
    })
    .filter(({ owner }) => owner === String(player))
    .map(({ walletType, part, balance }) => ({ walletType, part, balance }));
  return { ...rest, balances };
}

/** Amounts are integers inside and decimals on the wire. */
const readBody = (text: string): Record<string, unknown> =>
  plainValue({ ...readEvent(text) }) as Record<string, unknown>;

function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return toDecimal(value);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plainValue(field)]));
}
