// Edits of rows of bets, and how the auditor finds them.
import type { Amount, Rate } from '@maru/engine/amount';
import { roundsSince } from '@maru/server/bets/archive';
import { binaryShadow } from '@maru/server/binary/shadow/product';
import { ballShadow } from '@maru/server/bitball/shadow/product';
import { encode } from '@maru/server/journal/record';
import type { HistoryPart } from '@maru/server/shadow/audit-history';
import { productRows } from '@maru/server/shadow/rows';
import { TablesDiffer } from '@maru/server/shadow/tables';
import type { TableEdit } from '../product.ts';
import type { TableRows } from '../table-rows.ts';

/** The tables are also rebuilt from these row objects, so they are replaced and not changed. */
const openBet: TableEdit = (rows, pick, load) => {
  const { binary, bitball } = load();
  const place = pick([...binary.rounds.keys(), ...bitball.rounds.keys()]);
  const bets = place === undefined ? undefined : rows.rounds.betsOf.get(place);
  const row = pick(bets ?? []);
  if (place === undefined || row === undefined || bets === undefined) return undefined;
  const field = pick(['stake', 'pick', 'rate'] as const);
  const otherSide = row.pick === 'UP' ? 'DOWN' : row.pick === 'DOWN' ? 'UP' : row.pick;
  const edited =
    field === 'stake' || otherSide === row.pick
      ? { ...row, stake: (row.stake + 100_000_000n) as Amount }
      : field === 'rate'
        ? { ...row, rate: (row.rate + 1n) as Rate }
        : { ...row, pick: otherSide };
  rows.rounds.betsOf.set(
    place,
    bets.map((each) => (each === row ? edited : each)),
  );
  return { what: `${field} of bet ${row.id}` };
};

/** Of a round that is not loaded any more, or of one that is still open. */
const pastBet: TableEdit = ({ rounds }, pick) => {
  const [id, row] = pick([...rounds.bets]) ?? [];
  if (id === undefined || row === undefined) return undefined;
  rounds.bets.set(id, { ...row, stake: (row.stake + 1n) as Amount });
  return { what: `stake of bet ${id} in the list of bets`, event: id };
};

export const roundEdits: readonly TableEdit[] = [openBet, openBet, openBet];

export const auditedBets = {
  edits: [pastBet, pastBet],
  rows: ({ rounds }: TableRows): Iterable<unknown> => rounds.bets,
  check({ rounds, archived }: TableRows, { first, last, rows }: HistoryPart): void {
    if (rows.products.size === 0) return;
    const since = archived === undefined ? 0 : roundsSince(archived);
    const bets = [...productRows(rows, binaryShadow).bets, ...productRows(rows, ballShadow).bets];
    for (const row of bets) {
      const stored = rounds.bets.get(row.id);
      if (stored === undefined ? row.close >= since : encode(stored) !== encode(row))
        throw new TablesDiffer(`bet ${row.id}`);
    }
    for (const id of rounds.bets.keys())
      if (id >= first && id <= last && !bets.some((row) => row.id === id))
        throw new TablesDiffer(`bet ${id} was never made`);
  },
};
