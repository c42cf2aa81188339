// Sentences that staff often refuse a request with.
import { refusalTexts, removeRefusalText, saveRefusalText } from '@maru/contract/cashier/reasons';
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { CashierParts } from './deps.ts';

const MOST_TEXTS = 30;

interface SavedText {
  readonly id: number;
  readonly text: string;
}

const listTexts = (tx: Tx, site: SiteId): Promise<readonly SavedText[]> =>
  tx.query<SavedText>(
    `select id, body as text from refusal_text where site_id = $1 order by body limit ${MOST_TEXTS}`,
    [site],
  );

export function reasonRoutes({ database }: Pick<CashierParts, 'database'>): readonly Route[] {
  const answer = async (tx: Tx, site: SiteId) => ({
    ok: true as const,
    reply: { content: [...(await listTexts(tx, site))] },
  });
  const noted = { area: 'CASHIER', subject: 'refusal text' } as const;
  return [
    serve(refusalTexts, ({ principal: { site } }) => database.transaction((tx) => answer(tx, site))),
    serve(saveRefusalText, ({ body: { text }, principal: { site, player: staff }, now }) =>
      database.transaction(async (tx) => {
        const known = await listTexts(tx, site);
        if (known.some((each) => each.text === text)) return answer(tx, site);
        if (known.length >= MOST_TEXTS) return { ok: false, refusal: 'TEMPLATES_FULL' } as const;
        const row = { site_id: site, body: text, staff_id: staff, saved_ms: now };
        await insertRow(tx, 'refusal_text', row, 'on conflict do nothing');
        const by = { staff, now, reason: '' };
        await insertStaffChange(tx, { site, ...noted, before: {}, after: { text }, by });
        return answer(tx, site);
      }),
    ),
    serve(removeRefusalText, ({ body: { id }, principal: { site, player: staff }, now }) =>
      database.transaction(async (tx) => {
        const [gone] = await tx.query<{ body: string }>(
          'delete from refusal_text where site_id = $1 and id = $2 returning body',
          [site, id],
        );
        if (gone === undefined) return { ok: false, refusal: 'NOT_FOUND' } as const;
        const by = { staff, now, reason: '' };
        await insertStaffChange(tx, { site, ...noted, before: { text: gone.body }, after: {}, by });
        return answer(tx, site);
      }),
    ),
  ];
}
