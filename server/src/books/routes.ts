import {
  balanceSheet,
  bookReport,
  bookReportCsv,
  incomeStatement,
  type LedgerLine,
  ledgerCsv,
  ledgerList,
  MOST_LEDGER_LINES,
  type ReportDay,
  type TurnoverDay,
} from '@maru/contract/books/calls';
import { type Amount, toDecimal } from '@maru/engine/amount';
import { parseDate } from '@maru/engine/market/calendar-date';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import { DAY_MS, KST_OFFSET_MS, koreanDate } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import { csvFile, csvPart } from '../http/csv.ts';
import { type Route, serve, serveFile } from '../http/serve.ts';
import type { BooksCheck } from './check.ts';
import { balancesOf, type DayFigures, dayFiguresOf, incomeOf, sheetsOf } from './figures.ts';
import { listOfPlayer, type MovementFilters, type Movements } from './movements.ts';
import { dateOf, invalid, type Period, periodOf } from './period.ts';
import { listOfSite } from './site-movements.ts';
import { findFirstDay, listDays, listMemberDays, sumUntil } from './store.ts';
import { readTurnover } from './turnover.ts';

const PAGE_OF_FILE = 500;
const PAGES_OF_PART = 40;

const text = (units: bigint): string => toDecimal(units as Amount);
const endOfDay = (day: number): number => (day + 1) * DAY_MS - KST_OFFSET_MS;
const koreanTime = (at: number): string =>
  new Date(at + KST_OFFSET_MS).toISOString().replace('T', ' ').replace('Z', '');

const wireDay = (figures: DayFigures): ReportDay => ({
  ...{ date: dateOf(figures.day), currency: figures.currency, moves: figures.moves },
  ...{ deposits: text(figures.deposits), withdrawals: text(figures.withdrawals) },
  ...{ practice: text(figures.practice), betTurnover: text(figures.betTurnover), fees: text(figures.fees) },
  profits: figures.profits.map(({ kind, amount }) => ({ kind, amount: text(amount) })),
  result: text(figures.result),
});

const LEDGER_HEAD = [
  ...['사건', '순서', '시각', '종류', '사유', '통화', '금액', '보낸 곳', '받은 곳', '건수', '회차'],
];
const endText = ({ kind, playerId: player, walletType }: LedgerLine['from']): string =>
  player === null ? kind : `${player}:${walletType}:${kind}`;
const ledgerCells = (line: LedgerLine) => [
  ...[
    line.event,
    line.leg,
    koreanTime(line.atMillis),
    line.eventKind,
    line.reason,
    line.currency,
    line.amount,
  ],
  ...[endText(line.from), endText(line.to), line.moves, line.roundId],
];

const REPORT_HEAD = [
  '날짜',
  '통화',
  '입금',
  '출금',
  '연습 자금',
  '베팅 금액',
  '수수료',
  '손익',
  '영업 결과',
  '건수',
];
const TURNOVER_HEAD = ['날짜', '상품', '기준', '거래 대금(원)'];
const BASES = { STAKES: '베팅 원금', NOTIONAL: '체결 금액' } as const;
const reportCells = (day: ReportDay) => [
  ...[day.date, day.currency, day.deposits, day.withdrawals, day.practice, day.betTurnover, day.fees],
  ...[day.profits.map(({ kind, amount }) => `${kind} ${amount}`).join(' / '), day.result, day.moves],
];

export function bookRoutes({
  database,
  check,
  nameOf,
  partLines = MOST_LEDGER_LINES,
}: {
  readonly database: Database;
  /** Of a product, as the rows of its turnover name it. */
  readonly nameOf: (product: string) => string;
  /** Of one part of a file. */
  readonly partLines?: number;
  readonly check: { read(): Promise<BooksCheck> };
}): readonly Route[] {
  const readMovements = (
    site: SiteId,
    player: PlayerId | undefined,
    page: MovementFilters & { readonly before?: number | undefined; readonly size: number },
  ): Promise<Movements | undefined> =>
    database.transaction((tx) =>
      player === undefined ? listOfSite(tx, { ...page, site }) : listOfPlayer(tx, player, { ...page, site }),
    );

  const readDays = async (site: SiteId, period: Period): Promise<readonly ReportDay[]> =>
    dayFiguresOf(await database.transaction((tx) => listDays(tx, { site, ...period }))).map(wireDay);

  const turnoverOf = (site: SiteId, period: Period): Promise<readonly TurnoverDay[]> =>
    database.transaction((tx) => readTurnover(tx, { site, ...period, nameOf }));

  return [
    serve(ledgerList, async ({ query, principal: { site } }) => {
      const { playerId: player, tradeRoundId: round, date, before, size, reason, kind, currency } = query;
      const day = date === undefined ? undefined : parseDate(date);
      if (date !== undefined && day === undefined) return invalid('date');
      const found = await readMovements(site, player === undefined ? undefined : playerId(player), {
        ...{ before, size, round, reason, kind, currency },
        untilMillis: day === undefined ? undefined : endOfDay(day),
      });
      if (found === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
      return { ok: true, reply: { content: [...found.content], next: found.next } };
    }),
    serveFile(ledgerCsv, async ({ query, principal: { site }, now }) => {
      const { playerId: player, tradeRoundId: round, date, reason, kind, currency } = query;
      const day = date === undefined ? undefined : parseDate(date);
      if (date !== undefined && day === undefined) return invalid('date');
      const lines: LedgerLine[] = [];
      let { before } = query;
      // Page by page: no other read waits for all of them. Filters that find little look only so far in one part.
      let pages = 0;
      do {
        pages += 1;
        const found = await readMovements(site, player === undefined ? undefined : playerId(player), {
          ...{ before, size: Math.min(PAGE_OF_FILE, partLines), round, reason, kind, currency },
          untilMillis: day === undefined ? undefined : endOfDay(day),
        });
        if (found === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
        lines.push(...found.content);
        before = found.next ?? undefined;
      } while (before !== undefined && lines.length < partLines && pages < PAGES_OF_PART);
      const name = `ledger-${dateOf(koreanDate(now))}.csv`;
      const cells = lines.map(ledgerCells);
      const file = query.before === undefined ? csvFile(name, LEDGER_HEAD, cells) : csvPart(name, cells);
      return { ok: true, reply: { ...file, next: before } };
    }),
    serve(balanceSheet, async ({ query: { date }, principal: { site }, now }) => {
      const until = date === undefined ? koreanDate(now) : parseDate(date);
      if (until === undefined) return invalid('date');
      const { rows, first } = await database.transaction(async (tx) => ({
        rows: await sumUntil(tx, { site, until }),
        first: await findFirstDay(tx, site),
      }));
      const { at, batch, differences } = await check.read();
      const own = differences.get(site) ?? [];
      return {
        ok: true,
        reply: {
          ...{ date: dateOf(until), firstDate: first === undefined ? null : dateOf(first) },
          currencies: sheetsOf(balancesOf(rows)).map((sheet) => ({
            currency: sheet.currency,
            lines: sheet.lines.map(({ kind, section, amount }) => ({ kind, section, amount: text(amount) })),
            ...{ assets: text(sheet.assets), members: text(sheet.members), escrow: text(sheet.escrow) },
            ...{ result: text(sheet.result), difference: text(sheet.difference) },
          })),
          check: {
            ...{ countedMillis: at, batch, isEqual: own.length === 0 },
            differences: own.map((each) => ({
              ...{ currency: each.currency, kind: each.kind },
              ...{ books: text(each.books), purses: text(each.purses) },
            })),
          },
        },
      };
    }),
    serve(incomeStatement, async ({ query, principal: { site } }) => {
      const period = periodOf(query);
      if (typeof period === 'string') return invalid(period);
      const lines = incomeOf(await database.transaction((tx) => listDays(tx, { site, ...period })));
      const totals = new Map<string, bigint>();
      for (const { currency, amount } of lines) totals.set(currency, (totals.get(currency) ?? 0n) + amount);
      return {
        ok: true,
        reply: {
          content: lines.map((line) => ({ ...line, amount: text(line.amount) })),
          totals: [...totals].map(([currency, amount]) => ({ currency, amount: text(amount) })),
        },
      };
    }),
    serve(bookReport, async ({ query, principal: { site } }) => {
      const period = periodOf(query);
      if (typeof period === 'string') return invalid(period);
      const counted = await database.transaction((tx) => listMemberDays(tx, { site, ...period }));
      const members = counted.map(({ day, ...counts }) => ({ date: dateOf(day), ...counts }));
      const turnover = [...(await turnoverOf(site, period))];
      return { ok: true, reply: { content: [...(await readDays(site, period))], members, turnover } };
    }),
    serveFile(bookReportCsv, async ({ query, principal: { site } }) => {
      const period = periodOf(query);
      if (typeof period === 'string') return invalid(period);
      if (query.table === 'TURNOVER') {
        const rows = (await turnoverOf(site, period)).map(({ date, nameKo, base, won }) => [
          ...[date, nameKo, BASES[base], won],
        ]);
        const file = csvFile(`turnover-${query.fromDate}-${query.toDate}.csv`, TURNOVER_HEAD, rows);
        return { ok: true, reply: file };
      }
      const days = await readDays(site, period);
      const name = `report-${query.fromDate}-${query.toDate}.csv`;
      return { ok: true, reply: csvFile(name, REPORT_HEAD, days.map(reportCells)) };
    }),
  ];
}
