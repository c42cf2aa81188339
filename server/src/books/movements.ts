// Single movements of money, newest first. Those of a member come from the member's own history, where every event has
// both ends of what it moved. Those of a site are in `site-movements.ts`.
import type { LedgerLine } from '@maru/contract/books/calls';
import { toDecimal } from '@maru/engine/amount';
import { unpacked } from '@maru/engine/payment/written';
import { isHouse, type PlayerId, type PurseId, type SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';
import { kindOf } from '../shadow/ledger-days.ts';

/** How far a page looks for what its filters want. */
export const MOST_LOOKED_AT = 5_000;
const EVENTS_AT_ONCE = 200;

export interface Movements {
  readonly content: readonly LedgerLine[];
  readonly next: number | null;
}

export interface MovementFilters {
  readonly reason?: string | undefined;
  readonly kind?: string | undefined;
  readonly currency?: string | undefined;
  readonly round?: number | undefined;
  /** Only what was moved before. */
  readonly untilMillis?: number | undefined;
}

export interface MovementPage extends MovementFilters {
  readonly site: SiteId;
  readonly before?: number | undefined;
  readonly size: number;
}

export function endOf(purse: PurseId): LedgerLine['from'] {
  const kind = kindOf(purse);
  if (isHouse(purse)) return { kind, playerId: null, walletType: null };
  const [player, walletType = ''] = purse.split(':');
  return { kind, playerId: Number(player), walletType };
}

export const isWanted = ({ reason, kind, currency, round }: MovementFilters, line: LedgerLine): boolean =>
  (reason === undefined || line.reason === reason) &&
  (currency === undefined || line.currency === currency) &&
  (round === undefined || line.roundId === round) &&
  (kind === undefined || line.from.kind === kind || line.to.kind === kind);

/** The first number from which on everything is at or after an instant: numbers and times grow together. */
export async function findFrom(
  { lowest, highest }: { readonly lowest: number; readonly highest: number },
  timeFrom: (number: number) => Promise<number | undefined>,
  until: number,
): Promise<number> {
  let [low, high] = [lowest, highest + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = await timeFrom(middle);
    if (at === undefined || at >= until) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Undefined when the site has no such member. Pages are numbered by the member's own sequence. */
export async function listOfPlayer(
  tx: Tx,
  player: PlayerId,
  { site, before, size, untilMillis, ...filters }: MovementPage,
): Promise<Movements | undefined> {
  const [account] = await tx.query<{ seq: number }>(
    'select seq from account where player_id = $1 and site_id = $2',
    [player, site],
  );
  if (account === undefined) return undefined;
  let below = Math.min(before ?? Number.MAX_SAFE_INTEGER, account.seq + 1);
  if (untilMillis !== undefined && before === undefined)
    below = await findFrom(
      { lowest: 0, highest: account.seq },
      (seq) => timeOfSeq(tx, player, seq),
      untilMillis,
    );
  const content: LedgerLine[] = [];
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += EVENTS_AT_ONCE) {
    const rows = await tx.query<{ seq: number; event: number; kind: string; at: Date; body: string }>(
      `select seq, event_id as event, kind, at, body
         from account_event
        where player_id = $1
          and seq < $2
        order by seq desc
        limit $3`,
      [player, below, EVENTS_AT_ONCE],
    );
    for (const { seq, event, kind, at, body } of rows) {
      const happened = unpacked(readEvent(body));
      const roundId = 'round' in happened ? happened.round : null;
      const lines = happened.transfers.map(
        ({ from, to, currency, amount, reason }, leg): LedgerLine => ({
          ...{ event, leg, atMillis: at.getTime(), eventKind: kind, roundId, reason, currency, moves: 1 },
          ...{ amount: toDecimal(amount), from: endOf(from), to: endOf(to) },
        }),
      );
      content.push(...lines.filter((line) => isWanted(filters, line)));
      below = seq;
      if (content.length >= size) return { content, next: below };
    }
    if (rows.length < EVENTS_AT_ONCE) return { content, next: null };
  }
  return { content, next: below };
}

async function timeOfSeq(tx: Tx, player: PlayerId, seq: number): Promise<number | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    'select at from account_event where player_id = $1 and seq >= $2 order by seq limit 1',
    [player, seq],
  );
  return row?.at.getTime();
}
