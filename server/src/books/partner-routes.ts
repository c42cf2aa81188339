// Statements of partners: what all members below them moved, and what they earn of it before it is settled.
import { partnerStatement, partnerStatementCsv, partnerStatements } from '@maru/contract/books/calls';
import type { SiteId } from '@maru/engine/purse';
import type { Database, Tx } from '../db/database.ts';
import { csvFile } from '../http/csv.ts';
import { type Principal, type Route, serve, serveFile } from '../http/serve.ts';
import { isWithin, partSeenBy } from '../partner/store.ts';
import { dateOf, invalid, type Period, periodOf } from './period.ts';

interface Sums {
  readonly currency: string;
  readonly deposits: string;
  readonly withdrawals: string;
  readonly betTurnover: string;
  readonly fees: string;
  readonly result: string | null;
  readonly share: string;
}

const SUMMED = ['deposits', 'withdrawals', 'bet_turnover', 'fees', 'result'] as const;

/** What was accrued, void shares excluded: the rows that are settled, and no figure of our own. */
const shareIn = (days: string): string => `(
    select trim_scale(coalesce(sum(profit.amount), 0))::text
      from partner_profit as profit
     where profit.site_id = $1
       and profit.partner_id = moved.partner_id
       and profit.currency = moved.currency
       and profit.day ${days}
       and profit.void_reason is null
       and not profit.is_running
  ) as share`;
const nameOf = (column: string): string => (column === 'bet_turnover' ? 'betTurnover' : column);
const plain = (expression: string, column: string): string =>
  `trim_scale(${expression})::text as "${nameOf(column)}"`;

/** Those below whom something was moved, so that no page is empty but the last. */
const listPartners = (
  tx: Tx,
  { site, part, from, to, after, size }: Period & Seen & { readonly after: number; readonly size: number },
) =>
  tx.query<Sums & { readonly partnerId: number; readonly nick: string; readonly code: string | null }>(
    `select partner.id as "partnerId", partner.nick, partner.partner_code as code, moved.currency,
            ${SUMMED.map((column) => plain(`moved.${column}`, column)).join(', ')},
            ${shareIn('between $2 and $3')}
       from (
         select player.id, player.nick, player.partner_code
           from partner
           join player on player.id = partner.player_id
          where partner.site_id = $1
            and partner.player_id > $4
            and ${isWithin('partner.path', '$6::text')}
            and exists (
              select 1
                from partner_day
               where partner_day.site_id = $1
                 and partner_day.partner_id = partner.player_id
                 and partner_day.day between $2 and $3
            )
          order by partner.player_id
          limit $5
       ) as partner
       cross join lateral (
         select partner.id as partner_id, currency, ${SUMMED.map((column) => `sum(${column}) as ${column}`).join(', ')}
           from partner_day
          where site_id = $1
            and partner_id = partner.id
            and day between $2 and $3
          group by currency
       ) as moved
      order by partner.id, moved.currency`,
    [site, from, to, after, size, part],
  );

/** The last partner of a page; null where it is not full. */
function lastOf(rows: readonly { readonly partnerId: number }[], size: number): number | null {
  const partners = new Set(rows.map(({ partnerId }) => partnerId));
  return partners.size < size ? null : (rows.at(-1)?.partnerId ?? null);
}

/** A partner does not see what the house earns by members. */
const seenSums = <Each extends Sums>(row: Each, { standing }: Principal): Each =>
  standing?.role === 'PARTNER' ? { ...row, result: null } : row;

async function readPartner(
  tx: Tx,
  { principal, partner, from, to }: Period & { readonly principal: Principal; readonly partner: number },
) {
  const { site } = principal;
  const part = await partSeenBy(tx, principal);
  const [found] = await tx.query<{ nick: string; code: string | null }>(
    `select player.nick, player.partner_code as code
       from partner
       join player on player.id = partner.player_id
      where partner.site_id = $1
        and partner.player_id = $2
        and ${isWithin('partner.path', '$3::text')}`,
    [site, partner, part],
  );
  if (found === undefined) return undefined;
  const days = await tx.query<Sums & { readonly day: number; readonly active: number }>(
    `select day, active, currency, ${SUMMED.map((column) => plain(column, column)).join(', ')},
            ${shareIn('= moved.day')}
       from partner_day as moved
      where site_id = $1
        and partner_id = $2
        and day between $3 and $4
      order by day desc, currency`,
    [site, partner, from, to],
  );
  const content = days.map(({ day, ...rest }) => ({ date: dateOf(day), ...seenSums(rest, principal) }));
  return { nick: found.nick, code: found.code ?? '', content };
}

const HEAD = ['날짜', '통화', '움직인 회원', '입금', '출금', '베팅 금액', '수수료', '몫', '영업 결과'];

/** The part of the tree of a site that whoever asks sees. */
interface Seen {
  readonly site: SiteId;
  readonly part: string;
}

export const partnerRoutes = ({ database }: { readonly database: Database }): readonly Route[] => [
  serve(partnerStatements, async ({ query, principal }) => {
    const { site } = principal;
    const period = periodOf(query);
    if (typeof period === 'string') return invalid(period);
    const { after, size } = query;
    return database.transaction(async (tx) => {
      const part = await partSeenBy(tx, principal);
      const content = await listPartners(tx, { site, part, ...period, after, size });
      return {
        ok: true,
        reply: {
          content: content.map((row) => ({ ...seenSums(row, principal), code: row.code ?? '' })),
          next: lastOf(content, size),
        },
      } as const;
    });
  }),
  serve(partnerStatement, async ({ query, principal }) => {
    const period = periodOf(query);
    if (typeof period === 'string') return invalid(period);
    const found = await database.transaction((tx) =>
      readPartner(tx, { principal, partner: query.partnerId, ...period }),
    );
    return found === undefined ? { ok: false, refusal: 'ACCOUNT_NOT_FOUND' } : { ok: true, reply: found };
  }),
  serveFile(partnerStatementCsv, async ({ query, principal }) => {
    const period = periodOf(query);
    if (typeof period === 'string') return invalid(period);
    const found = await database.transaction((tx) =>
      readPartner(tx, { principal, partner: query.partnerId, ...period }),
    );
    if (found === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
    const rows = found.content.map((row) => [
      ...[row.date, row.currency, row.active, row.deposits, row.withdrawals],
      ...[row.betTurnover, row.fees, row.share, row.result ?? ''],
    ]);
    const name = `partner-${query.partnerId}-${query.fromDate}-${query.toDate}.csv`;
    return { ok: true, reply: csvFile(name, HEAD, rows) };
  }),
];
