// The texts that a first start publishes, in one statement: every later start only sees that there are some. They are
// all true of the platform as it is delivered.
import { readFileSync } from 'node:fs';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, type Millis, SECOND_MS } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { Category } from './categories.ts';
import { cleanHtml } from './clean-html.ts';
import type { Kind } from './store.ts';

interface FirstText {
  readonly kind: Kind;
  readonly name?: string;
  readonly category?: Category;
  readonly isPinned?: boolean;
  /** When it says it was published, counted back from the first start. */
  readonly daysAgo?: number;
  readonly ko: { readonly title: string; readonly html: string };
  readonly en: { readonly title: string; readonly html: string };
}

/** Read by a first start only. */
export const readFirstTexts = (): readonly FirstText[] =>
  JSON.parse(readFileSync(new URL('first-texts.json', import.meta.url), 'utf8'));

/** Returns whether they were written now. */
export const seedContent = (database: Database, site: SiteId, now: Millis): Promise<boolean> =>
  database.transaction(async (tx) => {
    const known = await tx.query('select from content where site_id = $1 limit 1', [site]);
    if (known.length > 0) return false;
    // Lists show the newest first, so each is a second older than the one before it.
    const rows = readFirstTexts().map(
      ({ kind, name, category, isPinned = false, daysAgo = 0, ko, en }, place) => ({
        place: place + 1,
        kind,
        name: name ?? null,
        from_ms: now - daysAgo * DAY_MS - place * SECOND_MS,
        category: category ?? null,
        is_pinned: isPinned,
        title_ko: ko.title,
        html_ko: cleanHtml(ko.html),
        title_en: en.title,
        html_en: cleanHtml(en.html),
      }),
    );
    await tx.query(
      `with given as (
         select *
         from jsonb_to_recordset($2::text::jsonb) as each (
           place int, kind text, name text, from_ms bigint, category text, is_pinned boolean,
           title_ko text, html_ko text, title_en text, html_en text
         )
       ),
       written as (
         insert into content
           (site_id, kind, name, status, version, shown_version, from_ms, announced_ms, created_ms, changed_ms)
         select $1, kind, name, 'PUBLISHED', 1, 1, from_ms, $3, $3, $3
         from given
         order by place
         returning id, kind, from_ms
       )
       insert into content_version
         (content_id, version, site_id, category, is_forced, is_pinned, title_ko, html_ko, title_en, html_en, saved_ms)
       select w.id, 1, $1, g.category, false, g.is_pinned, g.title_ko, g.html_ko, g.title_en, g.html_en, $3
       from written as w
       join given as g on g.kind = w.kind and g.from_ms = w.from_ms`,
      [site, JSON.stringify(rows), now],
    );
    return true;
  });
