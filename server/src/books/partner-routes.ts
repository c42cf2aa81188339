// Statements of partners: what their members moved. Shares of it are settled elsewhere.
import { partnerStatement, partnerStatementCsv, partnerStatements } from '@maru/contract/books/calls';
import type { SiteId } from '@maru/engine/purse';
import type { Database, Tx } from '../db/database.ts';
import { csvFile } from '../http/csv.ts';
import { type Route, serve, serveFile } from '../http/serve.ts';
import { dateOf, invalid, type Period, periodOf } from './period.ts';

interface Sums {
  readonly currency: string;
  readonly deposits: string;
  readonly withdrawals: string;
  readonly betTurnover: string;
  readonly fees: string;
  readonly result: string;
}

const SUMMED = ['deposits', 'withdrawals', 'bet_turnover', 'fees', 'result'] as const;
const nameOf = (column: string): string => (column === 'bet_turnover' ? 'betTurnover' : column);
const plain = (expression: string, column: string): string =>
  `trim_scale(${expression})::text as "${nameOf(column)}"`;

const listPartners = (
  tx: Tx,
  {
    site,
    from,
    to,
    after,
    size,
  }: Period & { readonly site: SiteId; readonly after: number; readonly size: number },
) =>
  tx.query<Sums & { readonly partnerId: number; readonly nick: string; readonly code: string | null }>(
    `select partner.id as "partnerId", partner.nick, partner.partner_code as code, moved.currency,
            ${SUMMED.map((column) => plain(`moved.${column}`, column)).join(', ')}
       from (
         select id, nick, partner_code
           from player
          where site_id = $1
            and role = 'PARTNER'
            and id > $4
          order by id
          limit $5
       ) as partner
       cross join lateral (
         select currency, ${SUMMED.map((column) => `sum(${column}) as ${column}`).join(', ')}
           from partner_day
          where site_id = $1
            and partner_id = partner.id
            and day between $2 and $3
          group by currency
       ) as moved
      order by partner.id, moved.currency`,
    [site, from, to, after, size],
  );

/** The last partner of a page, also where nobody of it moved anything. */
async function findLast(tx: Tx, site: SiteId, after: number, size: number): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `select id from player where site_id = $1 and role = 'PARTNER' and id > $2 order by id limit $3`,
    [site, after, size],
  );
  return rows.length < size ? null : (rows.at(-1)?.id ?? null);
}

async function readPartner(
  tx: Tx,
  { site, partner, from, to }: Period & { readonly site: SiteId; readonly partner: number },
) {
  const [found] = await tx.query<{ nick: string; code: string | null; members: number }>(
    `select nick, partner_code as code,
            (select count(*) from player as member where member.partner_id = partner.id)::int as members
       from player as partner
      where id = $2
        and site_id = $1
        and role = 'PARTNER'`,
    [site, partner],
  );
  if (found === undefined) return undefined;
  const days = await tx.query<Sums & { readonly day: number; readonly active: number }>(
    `select day, active, currency, ${SUMMED.map((column) => plain(column, column)).join(', ')}
       from partner_day
      where site_id = $1
        and partner_id = $2
        and day between $3 and $4
      order by day desc, currency`,
    [site, partner, from, to],
  );
  const content = days.map(({ day, ...rest }) => ({ date: dateOf(day), ...rest }));
  return { nick: found.nick, code: found.code ?? '', members: found.members, content };
}

const HEAD = ['날짜', '통화', '움직인 회원', '입금', '출금', '베팅 금액', '수수료', '영업 결과'];

export const partnerRoutes = ({ database }: { readonly database: Database }): readonly Route[] => [
  serve(partnerStatements, async ({ query, principal: { site } }) => {
    const period = periodOf(query);
    if (typeof period === 'string') return invalid(period);
    const { after, size } = query;
    return database.transaction(async (tx) => {
      const content = await listPartners(tx, { site, ...period, after, size });
      const next = await findLast(tx, site, after, size);
      return {
        ok: true,
        reply: { content: content.map((row) => ({ ...row, code: row.code ?? '' })), next },
      } as const;
    });
  }),
  serve(partnerStatement, async ({ query, principal: { site } }) => {
    const period = periodOf(query);
    if (typeof period === 'string') return invalid(period);
    const found = await database.transaction((tx) =>
      readPartner(tx, { site, partner: query.partnerId, ...period }),
    );
    return found === undefined ? { ok: false, refusal: 'ACCOUNT_NOT_FOUND' } : { ok: true, reply: found };
  }),
  serveFile(partnerStatementCsv, async ({ query, principal: { site } }) => {
    const period = periodOf(query);
    if (typeof period === 'string') return invalid(period);
    const found = await database.transaction((tx) =>
      readPartner(tx, { site, partner: query.partnerId, ...period }),
    );
    if (found === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
    const rows = found.content.map((row) => [
      ...[row.date, row.currency, row.active, row.deposits, row.withdrawals],
      ...[row.betTurnover, row.fees, row.result],
    ]);
    const name = `partner-${query.partnerId}-${query.fromDate}-${query.toDate}.csv`;
    return { ok: true, reply: csvFile(name, HEAD, rows) };
  }),
];
