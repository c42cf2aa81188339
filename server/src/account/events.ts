// A player's own history, as the shadow wrote it: what a client that was away asks for.
import { print } from '@maru/engine/amount';
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { type EventRow, listEvents } from './store.ts';

export interface ShownEvent {
  readonly seq: number;
  readonly type: string;
  readonly at: number;
  readonly data: Record<string, unknown>;
}

export async function listAccountEvents(
  database: Database,
  asked: { readonly player: PlayerId; readonly since: number; readonly size: number },
): Promise<readonly ShownEvent[]> {
  const rows = await database.transaction((tx) => listEvents(tx, asked));
  return rows.map((row) => ({
    seq: Number(row.seq),
    type: row.kind,
    at: row.at.getTime(),
    data: shownBody(row, asked.player),
  }));
}

/** Balances by wallet instead of the ledger's own words; keys, prints and the house's purses stay inside. */
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

/** The journal writes amounts as whole counts after a tilde; on the wire they are decimals. */
function readBody(text: string): Record<string, unknown> {
  return JSON.parse(text, (_name, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('~')) return value;
    return value.startsWith('~~') ? value.slice(1) : print(BigInt(value.slice(1)));
  });
}
