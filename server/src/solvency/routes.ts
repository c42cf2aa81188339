// The published roots, the proof of one's own account, and the sums of all purses now.
import {
  MOST_SOLVENCY_ROOTS,
  solvencyProof,
  solvencyRoots,
  solvencySums,
  type WireSolvencyStatement,
} from '@maru/contract/solvency/calls';
import { toDecimal } from '@maru/engine/amount';
import { dayAfter, parseDate } from '@maru/engine/market/calendar-date';
import { SOLVENCY_RULE_NAME } from '@maru/engine/solvency/leaf';
import { solvencyDayAt, solvencyDueAt, totalsOf } from '@maru/engine/solvency/statement';
import type { Database } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import type { Count } from './live-sums.ts';
import { type FoundProof, readProof } from './read-proof.ts';
import { findRoot, listRoots, type StoredRoot } from './store.ts';
import type { SiteSums } from './sums.ts';

const NOT_FOUND = { ok: false, refusal: 'NOT_FOUND' } as const;

const wireSums = ({ sums, house }: SiteSums) => ({
  sums: sums.map(({ currency, owed, owing }) => ({
    currency,
    owed: toDecimal(owed),
    owing: toDecimal(owing),
  })),
  house: house.map((purse) => ({ ...purse, balance: toDecimal(purse.balance) })),
});

const wireStatement = (root: StoredRoot): WireSolvencyStatement => ({
  rule: SOLVENCY_RULE_NAME,
  site: root.site,
  date: root.date,
  root: root.root,
  count: root.count,
  batch: root.batch,
  journalHash: root.journalHash,
  madeMillis: root.madeAt,
  ...wireSums(root),
});

const wireProof = (root: StoredRoot, { leaf, index, path }: FoundProof) => ({
  ...wireStatement(root),
  leaf: { ...leaf, purses: leaf.purses.map((purse) => ({ ...purse, balance: toDecimal(purse.balance) })) },
  index,
  path: path.map(({ hash, sums }) => ({ hash, sums: sums.map(toDecimal) })),
});

export function solvencyRoutes({
  database,
  live,
}: {
  readonly database: Database;
  readonly live: { read(): Promise<Count> };
}): readonly Route[] {
  return [
    serve(solvencyRoots, async ({ site, query: { beforeDate }, now }) => {
      const before = beforeDate === undefined ? undefined : parseDate(beforeDate);
      if (beforeDate !== undefined && before === undefined)
        return { ok: false, refusal: 'INVALID_REQUEST', field: 'beforeDate' };
      const roots = await database.transaction((tx) =>
        listRoots(tx, site, { before, most: MOST_SOLVENCY_ROOTS }),
      );
      const nextMillis = solvencyDueAt(dayAfter(solvencyDayAt(now), 1));
      return { ok: true, reply: { roots: roots.map(wireStatement), nextMillis } };
    }),
    serve(solvencyProof, async ({ principal, query: { date } }) => {
      const day = date === undefined ? undefined : parseDate(date);
      if (date !== undefined && day === undefined)
        return { ok: false, refusal: 'INVALID_REQUEST', field: 'date' };
      return database.transaction(async (tx) => {
        const root = await findRoot(tx, principal.site, day);
        if (root === undefined) return NOT_FOUND;
        if (root.leafKey === undefined) return { ok: false, refusal: 'ARCHIVED' } as const;
        const found = await readProof(tx, root, root.leafKey, principal.player);
        return found === undefined ? NOT_FOUND : { ok: true, reply: wireProof(root, found) };
      });
    }),
    serve(solvencySums, async ({ site }) => {
      const { at, batch, sites } = await live.read();
      const sums = sites.get(site) ?? { sums: [], house: [] };
      const totals = [...totalsOf(sums)].map(([currency, total]) => ({ currency, total: toDecimal(total) }));
      return { ok: true, reply: { atMillis: at, batch, ...wireSums(sums), totals } };
    }),
  ];
}
