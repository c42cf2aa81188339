// The terms by version: version 1 is the sample that the app is delivered with, and a new one, which is the text of a
// static page at that moment, asks each member once. Every version stays readable as it was.
import { acceptTerms, myTerms, publishTerms, termsText } from '@maru/contract/identity/member-calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { createShownHtml } from '../content/clean-html.ts';
import { findPage } from '../content/store.ts';
import type { Database, Tx } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';

const KINDS = ['TERMS', 'PRIVACY'] as const;
type TermsKind = (typeof KINDS)[number];
/** The static pages whose text is published. */
const PAGES = { TERMS: 'terms', PRIVACY: 'privacy' } as const satisfies Record<TermsKind, string>;
/** As at sign-up, where nothing was published. */
const SAMPLE = { version: 1, fromMillis: null, title: '', content: null } as const;

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

interface PublishedText {
  readonly version: number;
  readonly fromAt: Date;
  readonly titleKo: string;
  readonly htmlKo: string;
  readonly titleEn: string;
  readonly htmlEn: string;
}

/** The newest, unless a version is named. Undefined where that is the sample, or was never published. */
async function findText(
  tx: Tx,
  { site, kind, version }: { readonly site: SiteId; readonly kind: TermsKind; readonly version?: number },
): Promise<PublishedText | undefined> {
  const [row] = await tx.query<PublishedText>(
    `select version, from_at as "fromAt", title_ko as "titleKo", html_ko as "htmlKo",
            title_en as "titleEn", html_en as "htmlEn"
       from terms_version
      where site_id = $1 and kind = $2 and ($3::int is null or version = $3)
      order by version desc
      limit 1`,
    [site, kind, version ?? null],
  );
  return row;
}

/** At sign-up, in its transaction. */
export async function acceptPresentTerms(tx: Tx, member: Member): Promise<void> {
  for (const version of await listPresent(tx, member.site)) await insertAcceptance(tx, member, version);
}

export const termsRoutes = ({ database }: { readonly database: Database }): readonly Route[] => [
  termsTextRoute(database),
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
      const page = await findPage(tx, { site, player: undefined, now, isHolding: false }, PAGES[kind]);
      if (page === undefined) return 'TERMS_TEXT_MISSING';
      const [row] = await tx.query<{ readonly version: number }>(
        `insert into terms_version
           (site_id, kind, version, summary_ko, summary_en, from_at, staff_id, title_ko, html_ko, title_en, html_en)
         select $1, $2, coalesce(max(version), 1) + 1, $3, $4, $5, $6, $7, $8, $9, $10
           from terms_version
          where site_id = $1 and kind = $2
         on conflict do nothing
         returning version`,
        [
          ...[site, kind, summaryKo, summaryEn, new Date(now), player],
          ...[page.titleKo, page.htmlKo, page.titleEn, page.htmlEn],
        ],
      );
      if (row === undefined) return undefined;
      await insertStaffChange(tx, {
        ...{ site, area: 'TERMS', subject: kind },
        before: { version: row.version - 1 },
        after: { version: row.version, summaryKo, summaryEn, page: page.id, pageVersion: page.version },
        by: { staff: player, now, reason },
      });
      return row.version;
    });
    if (version === 'TERMS_TEXT_MISSING') return { ok: false, refusal: version };
    return version === undefined
      ? { ok: false, refusal: 'TRY_AGAIN' }
      : { ok: true, reply: { kind, version } };
  }),
];

function termsTextRoute(database: Database): Route {
  const shown = createShownHtml();
  return serve(termsText, async ({ query: { kind, version }, site, language }) => {
    const text = await database.transaction((tx) =>
      findText(tx, { site, kind, ...(version === undefined ? {} : { version }) }),
    );
    if (text === undefined)
      return (version ?? SAMPLE.version) === SAMPLE.version
        ? { ok: true, reply: { kind, ...SAMPLE } }
        : { ok: false, refusal: 'NOT_FOUND' };
    const isEnglish = language === 'en' && text.htmlEn !== '';
    const html = isEnglish ? text.htmlEn : text.htmlKo;
    return {
      ok: true,
      reply: {
        kind,
        version: text.version,
        fromMillis: text.fromAt.getTime(),
        title: isEnglish ? text.titleEn : text.titleKo,
        content: html === '' ? null : shown(`${site} ${kind} ${text.version} ${isEnglish}`, html),
      },
    };
  });
}
