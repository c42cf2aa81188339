// Makes the roots of a day, one for each site, from the tables as of their mark. Everything happens in one transaction:
// a process that is killed leaves nothing, and of two that make the same day one is refused by the key of the table.
import { randomBytes } from 'node:crypto';
import { assert } from '@maru/engine/assert';
import { type DayNumber, dayAfter, formatIsoDate } from '@maru/engine/market/calendar-date';
import type { SiteId } from '@maru/engine/purse';
import { leafNode, type SolvencyLeaf } from '@maru/engine/solvency/leaf';
import { rootOf } from '@maru/engine/solvency/statement';
import { createTreeBuilder, type SolvencyGroup } from '@maru/engine/solvency/tree';
import type { Millis } from '@maru/engine/time';
import { type Database, isUniqueViolation, type Tx } from '../db/database.ts';
import { type MarkRow, seeMark } from '../shadow/load-book.ts';
import { fastHash, packAccounts, packNodes, pursesOf } from './packed-group.ts';
import {
  accountsByNonce,
  deleteGroupsBefore,
  findNewestDay,
  insertGroups,
  insertRoot,
  type ListedAccount,
} from './store.ts';
import { assertZero, readSums, type SiteSums, UnequalBooks } from './sums.ts';

/** Accounts with ten wallets each take some ten megabytes at once. */
const ACCOUNTS_AT_ONCE = 4_096;

export interface Publication {
  readonly day: DayNumber;
  readonly now: Millis;
  readonly shard: number;
  /** Proofs of days before this many are removed. */
  readonly proofDays: number;
}

export interface PublishReport {
  readonly sites: number;
  readonly accounts: number;
}

/** Undefined when the day has its roots already, or when there is no account yet. */
export async function publishDay(
  database: Database,
  publication: Publication,
): Promise<PublishReport | undefined> {
  try {
    const report = await database.transaction((tx) => publishIn(tx, database.kind, publication));
    if (report !== undefined) await database.vacuum?.('solvency_group');
    return report;
  } catch (fault) {
    if (isUniqueViolation(fault)) return undefined;
    throw fault;
  }
}

async function publishIn(
  tx: Tx,
  kind: Database['kind'],
  { day, now, shard, proofDays }: Publication,
): Promise<PublishReport | undefined> {
  // The embedded database runs one transaction at a time: nothing changes meanwhile.
  if (kind === 'postgres') await tx.query('set transaction isolation level repeatable read');
  const newest = await findNewestDay(tx, shard);
  const mark = await seeMark(tx, shard);
  if (mark === undefined || (newest !== undefined && newest.day >= day)) return undefined;
  const all = await readSums(tx, shard);
  for (const [site, sums] of all) assertZero(site, sums);
  const leafKey = randomBytes(32);
  let tree: SiteTree | undefined;
  const report = { sites: 0, accounts: 0 };
  const finish = async () => {
    if (tree === undefined) return;
    report.accounts += await tree.finish();
    report.sites += 1;
  };
  for await (const slice of accountsByNonce(tx, shard, leafKey, ACCOUNTS_AT_ONCE)) {
    for (const [site, accounts] of Map.groupBy(slice, (each) => each.site)) {
      if (tree?.site !== site) {
        await finish();
        const sums = all.get(site) ?? { sums: [], house: [] };
        tree = plantTree(tx, { site, day, now, mark, sums, leafKey });
      }
      await tree.add(accounts);
    }
  }
  await finish();
  await deleteGroupsBefore(tx, shard, dayAfter(day, 1 - proofDays));
  return report.sites === 0 ? undefined : report;
}

export const leafOf = (account: ListedAccount): SolvencyLeaf => ({
  player: account.player,
  nonce: account.nonce,
  purses: pursesOf(account),
});

interface SiteTree {
  readonly site: SiteId;
  add(accounts: readonly ListedAccount[]): Promise<void>;
  /** Writes the root, and returns how many accounts it has. */
  finish(): Promise<number>;
}

interface TreeParts {
  readonly site: SiteId;
  readonly day: DayNumber;
  readonly now: Millis;
  readonly mark: MarkRow;
  readonly sums: SiteSums;
  readonly leafKey: Uint8Array;
}

function plantTree(tx: Tx, { site, day, now, mark, sums, leafKey }: TreeParts): SiteTree {
  const date = formatIsoDate(day);
  const currencies = sums.sums.map(({ currency }) => currency);
  const tree = { day: { site, date }, currencies, hash: fastHash };
  let closed: SolvencyGroup[] = [];
  /** The accounts whose groups are not written yet, and the nonces they begin with. */
  let waiting: ListedAccount[] = [];
  let count = 0;
  const builder = createTreeBuilder(fastHash, (group) => closed.push(group));

  async function writeGroups(): Promise<void> {
    const groups = closed.map(({ tier, index: place, nodes }) => {
      if (tier > 0) return { tier, place, firstNonce: undefined, body: packNodes(nodes) };
      const accounts = waiting.slice(0, nodes.length);
      waiting = waiting.slice(nodes.length);
      return { tier, place, firstNonce: accounts[0]?.nonce, body: packAccounts(accounts) };
    });
    closed = [];
    await insertGroups(tx, { day, site }, groups);
  }

  return {
    site,
    async add(accounts) {
      for (const account of accounts) {
        builder.add(leafNode(tree, leafOf(account)));
        waiting.push(account);
        count += 1;
      }
      await writeGroups();
    },
    async finish() {
      const top = builder.end();
      assert(top !== undefined, 'a tree is planted for its first account');
      await writeGroups();
      // The tree and the statement of the database have read the same purses, each in its own way.
      const counted = sums.sums.flatMap(({ owed, owing }) => [owed, owing]);
      if (counted.join() !== top.sums.join())
        throw new UnequalBooks(
          `the accounts of site ${site} hold ${top.sums.join()}, its purses ${counted.join()}`,
        );
      const statement = { site, date, count, batch: mark.batch, journalHash: mark.hash, ...sums };
      const root = rootOf(statement, top, fastHash);
      await insertRoot(tx, { ...statement, day, root, madeAt: now, leafKey });
      return count;
    },
  };
}
