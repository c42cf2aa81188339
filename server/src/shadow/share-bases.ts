// What members who hang under a partner moved on each Korean day of that which partners have a share of
// (docs/rules.md 7.2), by product and currency. Written with the purses, so that a day can be settled without reading any
// history; rows of days that are settled are deleted.
import type { PackedEvent, WalletShare } from '@maru/engine/payment/shares';
import { type AnyEvent, productOfEvent } from '@maru/engine/products';
import { ownerOf, type PlayerId } from '@maru/engine/purse';
import { koreanDate } from '@maru/engine/time';
import { kindOf } from './ledger-days.ts';
import { shareBases } from './ledger-tables.ts';
import { fieldsOf, insertMany } from './statements.ts';
import type { RowOf } from './table.ts';

export type ShareBases = Map<string, { -readonly [Field in keyof ShareBaseRow]: ShareBaseRow[Field] }>;
type ShareBaseRow = RowOf<typeof shareBases>;

/** Stakes of bets that won or lost. A void bet moves its stake by another reason. */
const DECIDED: ReadonlySet<string> = new Set(['BET_STAKE', 'BET_LOST']);
const FEE = 'fee';

/** Of an event that is not packed; the shares of a packed one are added one by one, as they are read. */
export function addShareBases(rows: ShareBases, event: AnyEvent): void {
  const { shared } = productOfEvent(event.kind).product;
  if (shared === undefined) return;
  for (const { from, to, currency, amount, reason } of event.transfers) {
    const player = ownerOf(from) ?? ownerOf(to);
    if (player === undefined) continue;
    const isCounted = shared.base === 'TURNOVER' ? DECIDED.has(reason) : kindOf(to) === FEE;
    const isUndone = shared.base === 'FEE' && kindOf(from) === FEE;
    const counted = isCounted ? amount : 0n;
    addBase(rows, event, { player, currency, counted, undone: isUndone ? amount : 0n });
  }
}

export function addPaidBase(
  rows: ShareBases,
  event: PackedEvent,
  player: PlayerId,
  { currency, won, lost, undone }: WalletShare,
): void {
  if (productOfEvent(event.kind).product.shared?.base === 'TURNOVER')
    addBase(rows, event, { player, currency, counted: won + lost, undone });
}

interface Moved {
  readonly player: PlayerId;
  readonly currency: string;
  readonly counted: bigint;
  readonly undone: bigint;
}

function addBase(rows: ShareBases, { site, at, kind }: AnyEvent, moved: Moved): void {
  const { player, currency, counted, undone } = moved;
  if (counted === 0n && undone === 0n) return;
  const product = productOfEvent(kind).product.name;
  const day = koreanDate(at);
  const name = `${day} ${player} ${product} ${currency}`;
  const known = rows.get(name);
  if (known === undefined) {
    rows.set(name, { site, day, player, product, currency, counted, undone });
    return;
  }
  known.counted += counted;
  known.undone += undone;
}

const countBases = insertMany(shareBases, {
  fields: fieldsOf(shareBases),
  join: 'join player on player.id = given.player_id and player.partner_id is not null',
  onConflict: `on conflict (site_id, day, player_id, product, currency)
    do update set counted = share_base.counted + excluded.counted, undone = share_base.undone + excluded.undone`,
});

export const writeShareBases = (tx: Parameters<typeof countBases>[0], rows: ShareBases): Promise<void> =>
  countBases(tx, [...rows.values()]);
