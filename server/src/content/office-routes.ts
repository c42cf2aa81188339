// What staff do with texts. Every change is in the history of staff, with the version it made.
import type { BodyOf } from '@maru/contract/call';
import {
  officeContent,
  officeContentList,
  previewContent,
  publishContent,
  saveContent,
  withdrawContent,
} from '@maru/contract/content/office';
import { assert } from '@maru/engine/assert';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, type Millis } from '@maru/engine/time';
import { type Database, isUniqueViolation, type Tx } from '../db/database.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { cleanHtml, hasText, picturesIn } from './clean-html.ts';
import {
  countNoticesAround,
  countTexts,
  deleteReads,
  findPartner,
  findText,
  insertText,
  listTexts,
  lockText,
  MOST_TEXTS,
  type OfficeRow,
  type OfficeText,
  saveVersion,
  setPublished,
  setWithdrawn,
} from './office-store.ts';
import { attachPictures } from './pictures.ts';

export const FORCED_WITHIN_MS = 7 * DAY_MS;
export const MOST_FORCED = 2;
const MOST_PUSHED_IN_A_DAY = 3;

interface OfficeDeps {
  readonly database: Database;
  /** Something may have to be pushed earlier than was known. */
  readonly onPublished: () => Promise<void>;
}

interface Changed {
  readonly site: SiteId;
  readonly before: OfficeRow | undefined;
  readonly after: OfficeRow;
  readonly by: { readonly staff: number; readonly now: Millis; readonly reason: string };
}

/** The texts themselves are in their versions. */
const noted = ({
  kind,
  audience,
  partnerCode,
  status,
  version,
  shownVersion,
  titleKo,
  isForced,
  isPushed,
  fromMillis,
  toMillis,
}: OfficeRow) => ({
  ...{ kind, status, version, shownVersion, title: titleKo, isForced, isPushed, fromMillis, toMillis },
  ...{ audience, partnerCode },
});

const noteChange = (tx: Tx, { site, before, after, by }: Changed) =>
  insertStaffChange(tx, {
    site,
    area: 'CONTENT',
    subject: `${after.kind} ${after.id}`,
    before: before === undefined ? null : noted(before),
    after: noted(after),
    by,
  });

async function loadText(tx: Tx, site: SiteId, id: number): Promise<OfficeText> {
  const text = await findText(tx, { site, id });
  assert(text !== undefined, 'a text that was just written is found');
  return text;
}

function cleaned({ ko, en }: Pick<BodyOf<typeof previewContent>, 'ko' | 'en'>) {
  const [htmlKo, htmlEn] = [cleanHtml(ko.content), cleanHtml(en?.content ?? '')];
  return { titleKo: ko.title, htmlKo, titleEn: en?.title ?? '', htmlEn };
}

export function officeRoutes({ database, onPublished }: OfficeDeps): readonly Route[] {
  return [
    serve(officeContentList, async ({ query: { kind, status, page, size }, principal: { site } }) => {
      const { rows, total } = await database.transaction((tx) =>
        listTexts(tx, { site, kind, status, page, size }),
      );
      return { ok: true, reply: pageReply(rows, { page, size, total }) };
    }),
    serve(officeContent, async ({ query: { contentId: id, version }, principal: { site } }) => {
      const text = await database.transaction((tx) => findText(tx, { site, id, version }));
      return text === undefined ? { ok: false, refusal: 'CONTENT_NOT_FOUND' } : { ok: true, reply: text };
    }),
    serve(previewContent, async ({ body }) => {
      const { titleKo, htmlKo, titleEn, htmlEn } = cleaned(body);
      const english = body.en?.content ?? '';
      return {
        ok: true,
        reply: {
          ko: { title: titleKo, content: htmlKo, isCleaned: htmlKo !== body.ko.content.trim() },
          // Readers of a language without a text get the Korean one.
          en: {
            title: titleEn || titleKo,
            content: htmlEn || htmlKo,
            isCleaned: htmlEn !== english.trim(),
          },
        },
      };
    }),
    saveRoute(database),
    serve(publishContent, async ({ body, principal: { site, player: staff }, now }) => {
      const { contentId: id, version, fromMillis, toMillis: to, reason } = body;
      const answer = await database.transaction(async (tx) => {
        const before = await lockText(tx, site, id);
        if (before === undefined) return 'CONTENT_NOT_FOUND';
        if (before.version !== version) return 'CONTENT_CHANGED';
        const isOpen = before.status === 'PUBLISHED' && (before.fromMillis ?? 0) <= now;
        const from = fromMillis ?? (isOpen ? (before.fromMillis ?? now) : now);
        if ((to !== null && (to <= from || to <= now)) || (isOpen && from > now)) return 'CONTENT_SCHEDULE';
        // A correction of an open text is not pushed again; what was withdrawn is new when it comes back.
        const isNew = before.kind === 'notice' && !isOpen;
        const tooOften = isNew ? await isTooOften(tx, before, { site, from }) : undefined;
        if (tooOften !== undefined) return tooOften;
        const announced = isNew ? undefined : (before.announcedMillis ?? now);
        await setPublished(tx, { id, version, from, to, announced, now });
        if (!isOpen) await deleteReads(tx, id);
        const after = await loadText(tx, site, id);
        await noteChange(tx, { site, before, after, by: { staff, now, reason } });
        return after;
      });
      if (typeof answer === 'string') return { ok: false, refusal: answer };
      await onPublished();
      return { ok: true, reply: answer };
    }),
    serve(withdrawContent, async ({ body, principal: { site, player: staff }, now }) => {
      const { contentId: id, reason } = body;
      const answer = await database.transaction(async (tx) => {
        const before = await lockText(tx, site, id);
        if (before === undefined) return 'CONTENT_NOT_FOUND';
        if (before.status === 'WITHDRAWN') return 'ALREADY_PROCESSED';
        await setWithdrawn(tx, id, now);
        const after = await loadText(tx, site, id);
        await noteChange(tx, { site, before, after, by: { staff, now, reason } });
        return after;
      });
      return typeof answer === 'string' ? { ok: false, refusal: answer } : { ok: true, reply: answer };
    }),
  ];
}

/** Everybody is interrupted by them: a stolen account of staff can do that only so often. */
async function isTooOften(
  tx: Tx,
  { id, isForced, isPushed }: OfficeRow,
  { site, from }: { readonly site: SiteId; readonly from: number },
) {
  const count = (mark: 'is_forced' | 'is_pushed', withinMs: number) =>
    countNoticesAround(tx, mark, { site, except: id, around: from, withinMs });
  if (isForced && (await count('is_forced', FORCED_WITHIN_MS)) >= MOST_FORCED) return 'CONTENT_FORCED_OFTEN';
  if (isPushed && (await count('is_pushed', DAY_MS)) >= MOST_PUSHED_IN_A_DAY) return 'CONTENT_PUSHED_OFTEN';
  return undefined;
}

/** Thrown, because the version that was written before it must not stay. */
class MissingPicture extends Error {
  override name = 'MissingPicture';
}

const saveRoute = (database: Database): Route =>
  serve(saveContent, async ({ body, principal: { site, player: staff }, now }) => {
    const { contentId, version: edited, kind, name, category, isForced, isPushed, isPinned, reason } = body;
    const { audience, partnerCode } = body;
    const texts = cleaned(body);
    if (texts.titleKo === '' || !hasText(texts.htmlKo)) return { ok: false, refusal: 'CONTENT_EMPTY' };
    if (contentId === undefined && (kind === 'static') !== (name !== undefined))
      return { ok: false, refusal: 'CONTENT_NAME' };
    if ((audience !== 'ALL' && (kind !== 'notice' || isPushed)) || (audience === 'PARTNER') !== !!partnerCode)
      return { ok: false, refusal: 'CONTENT_AUDIENCE' };
    const pictures = picturesIn(texts.htmlKo, texts.htmlEn);
    try {
      const answer = await database.transaction(async (tx) => {
        const by = { staff, now, reason };
        const partnerId = partnerCode && (await findPartner(tx, site, partnerCode));
        if (partnerCode !== undefined && !partnerId) return 'CONTENT_AUDIENCE';
        const partner = partnerCode && partnerId ? { id: partnerId, code: partnerCode } : undefined;
        const saved = {
          ...{ site, category, isForced, isPushed, isPinned, audience, partner },
          ...{ ...texts, now, staff },
        };
        if (contentId === undefined) {
          if ((await countTexts(tx, site)) >= MOST_TEXTS) return 'CONTENT_FULL';
          const id = await insertText(tx, { ...saved, kind, name });
          if (!(await attachPictures(tx, { site, id, pictures }))) throw new MissingPicture();
          const after = await loadText(tx, site, id);
          await noteChange(tx, { site, before: undefined, after, by });
          return after;
        }
        const before = await lockText(tx, site, contentId);
        if (before === undefined || before.kind !== kind) return 'CONTENT_NOT_FOUND';
        if (edited === undefined || !(await saveVersion(tx, { ...saved, id: contentId, edited })))
          return 'CONTENT_CHANGED';
        if (!(await attachPictures(tx, { site, id: contentId, pictures }))) throw new MissingPicture();
        const after = await loadText(tx, site, contentId);
        await noteChange(tx, { site, before, after, by });
        return after;
      });
      return typeof answer === 'string' ? { ok: false, refusal: answer } : { ok: true, reply: answer };
    } catch (fault) {
      if (fault instanceof MissingPicture) return { ok: false, refusal: 'CONTENT_PICTURE' };
      if (isUniqueViolation(fault, 'a_page_name_is_used_once')) return { ok: false, refusal: 'CONTENT_NAME' };
      throw fault;
    }
  });
