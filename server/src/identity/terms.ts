// The terms by version: version 1 is what everybody signs up with, and a new one asks each member once.
import { acceptTerms, myTerms, publishTerms } from '@maru/contract/identity/member-calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';

const KINDS = ['TERMS', 'PRIVACY'] as const;
type TermsKind = (typeof KINDS)[number];

interface Version {
  readonly kind: TermsKind;
  readonly version: number;
  readonly summaryKo: string;
  readonly summaryEn: string;
}

async function listPresent(tx: Tx, site: SiteId): Promise<readonly Version[]> {
  const rows = await tx.query<Version>(
    `select distinct on (kind) kind, version, summary_ko as "summaryKo", summary_en as "summaryEn"
       from terms_version
      where site_id = $1
      order by kind, version desc`,
    [site],
  );
  return KINDS.map(
    (kind) => rows.find((row) => row.kind === kind) ?? { kind, version: 1, summaryKo: '', summaryEn: '' },
  );
}

interface Member {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly now: Millis;
}

async function insertAcceptance(
  tx: Tx,
  { site, player, now }: Member,
  { kind, version }: Pick<Version, 'kind' | 'version'>,
): Promise<void> {
  await tx.query(
    `insert into terms_acceptance (player_id, kind, version, site_id, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [player, kind, version, site, new Date(now)],
  );
}

/** At sign-up, in its transaction. */
export async function acceptPresentTerms(tx: Tx, member: Member): Promise<void> {
  for (const version of await listPresent(tx, member.site)) await insertAcceptance(tx, member, version);
}

export const termsRoutes = ({ database }: { readonly database: Database }): readonly Route[] => [
  serve(myTerms, async ({ principal: { site, player } }) => {
    const { present, accepted } = await database.transaction(async (tx) => ({
      present: await listPresent(tx, site),
      accepted: await tx.query<{ readonly kind: TermsKind; readonly version: number; readonly at: Date }>(
        'select kind, version, at from terms_acceptance where player_id = $1 order by kind desc, version desc limit 100',
        [player],
      ),
    }));
    // Members from before versions were kept agreed to the first one in the form.
    const isDue = ({ kind, version }: Version) =>
      version > 1 && !accepted.some((each) => each.kind === kind && each.version >= version);
    return {
      ok: true,
      reply: {
        accepted: accepted.map(({ kind, version, at }) => ({ kind, version, atMillis: at.getTime() })),
        due: present.filter(isDue),
      },
    };
  }),
  serve(acceptTerms, async ({ body, principal: { site, player }, now }) => {
    const isPresent = await database.transaction(async (tx) => {
      const present = await listPresent(tx, site);
      if (!present.some(({ kind, version }) => kind === body.kind && version === body.version)) return false;
      await insertAcceptance(tx, { site, player, now }, body);
      return true;
    });
    return isPresent ? { ok: true, reply: {} } : { ok: false, refusal: 'NOT_FOUND' };
  }),
  serve(publishTerms, async ({ body, principal: { site, player }, now }) => {
    const { kind, summaryKo, summaryEn, reason } = body;
    const version = await database.transaction(async (tx) => {
      const [row] = await tx.query<{ readonly version: number }>(
        `insert into terms_version (site_id, kind, version, summary_ko, summary_en, from_at, staff_id)
         select $1, $2, coalesce(max(version), 1) + 1, $3, $4, $5, $6
           from terms_version
          where site_id = $1 and kind = $2
         on conflict do nothing
         returning version`,
        [site, kind, summaryKo, summaryEn, new Date(now), player],
      );
      if (row === undefined) return undefined;
      await insertStaffChange(tx, {
        ...{ site, area: 'TERMS', subject: kind },
        before: { version: row.version - 1 },
        after: { version: row.version, summaryKo, summaryEn },
        by: { staff: player, now, reason },
      });
      return row.version;
    });
    return version === undefined
      ? { ok: false, refusal: 'TRY_AGAIN' }
      : { ok: true, reply: { kind, version } };
  }),
];
