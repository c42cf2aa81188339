// Codes, the proofs they gave, and how many were asked for. Only prints of keys, codes and proofs are stored.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, HOUR_MS, later, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export type ValueKind = 'EMAIL' | 'PHONE';
export type Purpose = 'SIGN_UP' | 'FIND_ID' | 'FIND_PASSWORD' | 'PROFILE';

/** What was proven, or will be. */
export interface Proven {
  readonly kind: ValueKind;
  readonly value: string;
  readonly purpose: Purpose;
  /** Who asks (`PROFILE`), or whose password is looked for; null where nobody was found. */
  readonly player: PlayerId | null;
}

export const CODE_MS = 3 * MINUTE_MS;
const TRIES = 5;
export const PROOF_MS = 10 * MINUTE_MS;

export async function insertCode(
  tx: Tx,
  code: Proven & {
    readonly site: SiteId;
    readonly print: string;
    readonly codePrint: string;
    readonly now: Millis;
  },
): Promise<void> {
  await insertRow(tx, 'certificate_code', {
    print: code.print,
    site_id: code.site,
    kind: code.kind,
    value: code.value,
    purpose: code.purpose,
    player_id: code.player,
    code_print: code.codePrint,
    expires_at: new Date(later(code.now, CODE_MS)),
  });
}

interface Asked {
  readonly site: SiteId;
  readonly print: string;
  readonly now: Millis;
}

const PROVEN = 'kind, value, purpose, player_id as player';

/**
 * Counts a try before the code is compared, so that many at once cannot share one; the row stays locked until the
 * transaction ends.
 */
export async function beginTry(
  tx: Tx,
  { site, print, kind, now }: Asked & { readonly kind: ValueKind },
): Promise<(Proven & { readonly codePrint: string }) | 'TRIES_USED' | undefined> {
  const [row] = await tx.query<Proven & { readonly codePrint: string }>(
    `update certificate_code
        set tries = tries + 1
      where print = $1 and site_id = $2 and kind = $3 and used_at is null and expires_at > $4 and tries < ${TRIES}
     returning ${PROVEN}, code_print as "codePrint"`,
    [print, site, kind, new Date(now)],
  );
  if (row !== undefined) return row;
  const used = await tx.query(
    `select print from certificate_code
      where print = $1 and site_id = $2 and used_at is null and expires_at > $3 and tries >= ${TRIES}`,
    [print, site, new Date(now)],
  );
  return used.length > 0 ? 'TRIES_USED' : undefined;
}

/** A right code serves once: it becomes a proof. */
export async function endCode(tx: Tx, { print, now }: Omit<Asked, 'site'>): Promise<void> {
  await tx.query('update certificate_code set used_at = $2 where print = $1', [print, new Date(now)]);
}

export async function insertProof(tx: Tx, proof: Proven & Asked): Promise<void> {
  await insertRow(tx, 'certificate_proof', {
    print: proof.print,
    site_id: proof.site,
    kind: proof.kind,
    value: proof.value,
    purpose: proof.purpose,
    player_id: proof.player,
    expires_at: new Date(later(proof.now, PROOF_MS)),
  });
}

interface ProofAsked extends Asked {
  readonly purpose: Purpose;
}

/** What a proof proves, without using it up. */
export async function findProof(
  tx: Tx,
  { site, print, purpose, now }: ProofAsked,
): Promise<Proven | undefined> {
  const [row] = await tx.query<Proven>(
    `select ${PROVEN} from certificate_proof
      where print = $1 and site_id = $2 and purpose = $3 and used_at is null and expires_at > $4`,
    [print, site, purpose, new Date(now)],
  );
  return row;
}

/** Uses a proof up: of many at once one gets it. */
export async function takeProof(
  tx: Tx,
  { site, print, purpose, now }: ProofAsked,
): Promise<Proven | undefined> {
  const [row] = await tx.query<Proven>(
    `update certificate_proof
        set used_at = $4
      where print = $1 and site_id = $2 and purpose = $3 and used_at is null and expires_at > $4
     returning ${PROVEN}`,
    [print, site, purpose, new Date(now)],
  );
  return row;
}

/** What one asker, one value or one address may ask for. */
export interface Budget {
  /** A print: the table names nobody. */
  readonly counted: string;
  readonly most: number;
  readonly windowMs: number;
}

/** Thrown so that nothing of a refused request is counted: whoever presses twice loses nothing. */
export class BudgetUsed extends Error {
  override name = 'BudgetUsed';
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('the budget of codes is used up');
    this.waitMs = waitMs;
  }
}

/** Counts in every budget; one that is used up undoes the transaction. Locked in one order, so that none deadlocks. */
export async function countInBudgets(
  tx: Tx,
  {
    site,
    budgets,
    now,
  }: { readonly site: SiteId; readonly budgets: readonly Budget[]; readonly now: Millis },
): Promise<void> {
  const ordered = budgets.toSorted((one, other) => (one.counted < other.counted ? -1 : 1));
  for (const { counted, most, windowMs } of ordered) {
    const [row] = await tx.query<{ readonly used: number; readonly startedAt: Date }>(
      `insert into certificate_budget as known (site_id, counted, window_started_at, used)
       values ($1, $2, $3, 1)
       on conflict (site_id, counted) do update
          set used = case when known.window_started_at <= $4 then 1 else known.used + 1 end,
              window_started_at = case when known.window_started_at <= $4 then $3 else known.window_started_at end
       returning used, window_started_at as "startedAt"`,
      [site, counted, new Date(now), new Date(earlier(now, windowMs))],
    );
    if (row !== undefined && Number(row.used) > most)
      throw new BudgetUsed(row.startedAt.getTime() + windowMs - now);
  }
}

export async function forgetOldCodes(tx: Tx, now: Millis): Promise<void> {
  const expired = new Date(earlier(now, HOUR_MS));
  await tx.query('delete from certificate_code where expires_at < $1', [expired]);
  await tx.query('delete from certificate_proof where expires_at < $1', [expired]);
  await tx.query('delete from certificate_budget where window_started_at < $1', [
    new Date(earlier(now, DAY_MS)),
  ]);
}
