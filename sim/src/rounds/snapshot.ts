// Which rows of rounds, bets and draws a snapshot retains, and how they are written, read back and deleted.
import type { BetRow } from '@maru/server/bets/rows';
import { binaryCutoffs } from '@maru/server/binary/shadow/product';
import { ballCutoffs } from '@maru/server/bitball/shadow/product';
import type { Cutoffs } from '@maru/server/shadow/cutoffs';
import { deleteWhere } from '../map-rows.ts';
import type { SimProduct } from '../product.ts';
import type { RoundLine, RoundTables, SealLine } from './tables.ts';

interface Tables {
  readonly rounds: RoundTables;
}

export function roundCutoffs(
  { rounds }: Tables,
  mark: { readonly event_id: number; readonly at_ms: number },
) {
  const newest = (some: readonly { readonly event: number; readonly at: number }[]) =>
    some.toSorted((a, b) => a.event - b.event).at(-1);
  const frozen = [...rounds.rounds.values()].flatMap(({ end, placed }) =>
    end === undefined || placed.strikeMode === 'DRAW' ? [] : [{ event: end.frozenEvent, at: end.frozenAt }],
  );
  const sealed = [...rounds.seals.values()].map(({ row }) => row);
  return { ...binaryCutoffs(mark, newest(frozen)), ...ballCutoffs(mark, newest(sealed)) };
}

function isRoundRetained({ settled, placed }: RoundLine, cutoffs: Cutoffs): boolean {
  const { frozen = 0, frozenEvent = 0, sealed = 0, sealedEvent = 0 } = cutoffs;
  const isDraw = placed.strikeMode === 'DRAW';
  return (
    settled === undefined ||
    settled > (isDraw ? sealedEvent : frozenEvent) ||
    placed.close >= (isDraw ? sealed : frozen)
  );
}

const isSealRetained = ({ settled, row }: SealLine, { sealed = 0, sealedEvent = 0 }: Cutoffs): boolean =>
  settled === undefined || settled > sealedEvent || row.open >= sealed;

export function* retainedRounds({ rounds: tables }: Tables, cutoffs: Cutoffs) {
  for (const [place, row] of tables.seals)
    if (isSealRetained(row, cutoffs)) yield ['ball_seal', { place, row }] as const;
  for (const [place, row] of tables.rounds) {
    if (!isRoundRetained(row, cutoffs)) continue;
    const bets = tables.betsOf.get(place);
    yield ['bet_round', { place, row, bets, ticks: tables.ticks.get(place) }] as const;
  }
}

export const restoreRounds: SimProduct<object, object, object>['tables']['restore'] = {
  ball_seal: ({ rounds }, { place, row }) => void rounds.seals.set(place, row),
  bet_round({ rounds: tables }, { place, row, bets, ticks }) {
    tables.rounds.set(place, row);
    tables.betsOf.set(place, bets);
    for (const bet of bets as readonly BetRow[]) tables.bets.set(bet.id, bet);
    if (ticks !== undefined) tables.ticks.set(place, ticks);
  },
};

export const roundDeletions = (cutoffs: Cutoffs) => [
  { what: 'rounds', work: ({ rounds }: Tables) => deleteRounds(rounds, cutoffs) },
  {
    what: 'seals',
    work: ({ rounds }: Tables) => deleteWhere(rounds.seals, (seal) => !isSealRetained(seal, cutoffs)),
  },
];

function deleteRounds(tables: RoundTables, cutoffs: Cutoffs): number {
  return deleteWhere(tables.rounds, (line, place) => {
    if (isRoundRetained(line, cutoffs)) return false;
    for (const { id } of tables.betsOf.get(place) ?? []) tables.bets.delete(id);
    tables.betsOf.delete(place);
    tables.ticks.delete(place);
    return true;
  });
}

export function* rowsOfRounds({ rounds: tables }: Tables) {
  for (const [id, row] of tables.bets) yield ['bet', id, row] as const;
  // The first bets of a round are as many as happened to be written together.
  for (const [place, line] of tables.rounds)
    yield ['round', place, { ...line, placed: { ...line.placed, bets: 0, stake: 0n } }] as const;
  for (const [place, row] of tables.ticks) yield ['ticks', place, row] as const;
  for (const [place, row] of tables.seals) yield ['seal', place, row] as const;
}
