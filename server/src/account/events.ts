// A player's own history as the shadow wrote it, for a client that was disconnected.
import { toDecimal } from '@maru/engine/amount';
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { readEvent, readHistory } from '../desk/read-event.ts';

export interface ShownEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: number;
  readonly data: Record<string, unknown>;
}

export async function listAccountEvents(
  database: Database,
  { player, since, size }: { readonly player: PlayerId; readonly since: number; readonly size: number },
): Promise<readonly ShownEvent[] | 'ARCHIVED'> {
  const { rows, isWhole } = await database.transaction((tx) =>
    readHistory(tx, { player, since, most: size }),
  );
  // A client that names its last number must not conclude that it has all events.
  if (since > 0 && !isWhole) return 'ARCHIVED';
  return rows.map(({ seq, kind, at, body }) => ({
    seq,
    type: kind,
    at: at.getTime(),
    data: shownBody(body, player),
  }));
}

/** Balances by wallet instead of the ledger's purses; keys, fingerprints and the house's purses are not disclosed. */
function shownBody(text: string, player: PlayerId): Record<string, unknown> {
  const { after, steps, transfers, answers, site, kind, at, ...rest } = readBody(text);
  const balances = (Array.isArray(after) ? after : []).flatMap(
    ({ purse, balance }: { purse: string; balance: string }) => {
      const [owner, walletType, part] = purse.split(':');
      return owner === String(player) ? [{ walletType, part, balance }] : [];
    },
  );
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
