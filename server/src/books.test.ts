// The books against the ledger: accounts, holds, deposits and rounds over two Korean days, through the real desk and
// shadow.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as calls from '@maru/contract/books/calls';
import { amount } from '@maru/engine/amount';
import type { AnyCommand } from '@maru/engine/products';
import { type PlayerId, siteId } from '@maru/engine/purse';
import { koreanDate, type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roundOf } from './archive-testing.ts';
import { betFairness } from './binary/fairness.ts';
import { ballFairness } from './bitball/fairness.ts';
import { createBooksCheck } from './books/check.ts';
import { closeDay } from './books/close-day.ts';
import { partnerRoutes } from './books/partner-routes.ts';
import { bookRoutes } from './books/routes.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import type { OpenedDesk } from './desk/open-desk.ts';
import {
  hold,
  insertTestSite,
  openPlayers,
  openTestDesk,
  refill,
  SITE,
  untilCaughtUp,
} from './desk/testing.ts';
import { countDays } from './fairness/days.ts';
import { type Asks, asksOf, OWNER, openTestHttp, PARTNER, STAFF } from './http/testing.ts';
import { seatPartners } from './partner/testing.ts';

/** 22:00 in Korea: the second part is on the next day. */
const START = millis(Date.parse('2026-11-12T22:00:00+09:00'));
const DAYS = 'fromDate=2026-11-12&toDate=2026-11-13';

/** The rows of days once more, from every movement of the ledger. */
const FROM_LEDGER = `
  select site_id, day, currency, from_kind, to_kind, reason, sum(amount)::text as amount, count(*)::int as moves
  from (
    select site_id, currency, reason, amount,
      (floor(extract(epoch from at) / 86400 + 0.375))::int as day,
      case when from_id like 'house:%' then regexp_replace(from_id, '^house:[0-9]+:(.*):[^:]+$', '\\1')
        else regexp_replace(from_id, '^.*:', '') end as from_kind,
      case when to_id like 'house:%' then regexp_replace(to_id, '^house:[0-9]+:(.*):[^:]+$', '\\1')
        else regexp_replace(to_id, '^.*:', '') end as to_kind
    from ledger
  ) as moved
  group by 1, 2, 3, 4, 5, 6
  order by 1, 2, 3, 4, 5, 6`;

describe.each(testDatabases)('the books on $name', ({ open }) => {
  const folder = mkdtempSync(join(tmpdir(), 'maru-books-'));
  let store: TestDatabase;
  let opened: OpenedDesk;
  let http: FastifyInstance;
  let asks: Asks<typeof calls>;
  let now: Millis = START;
  let players: readonly PlayerId[];

  const ask = async (command: AnyCommand, at: Millis = now): Promise<void> => {
    now = at;
    expect(await opened.desk.submit(command)).toMatchObject({ ok: true });
  };
  const rowsOf = <Row>(text: string): Promise<readonly Row[]> =>
    store.database.transaction((tx) => tx.query<Row>(text));
  /** The check is counted anew. */
  async function openBooks(): Promise<void> {
    await http?.close();
    const check = createBooksCheck({ shard: 0, ...store, sites: () => [SITE], clock: () => now });
    http = await openTestHttp({
      routes: [
        ...bookRoutes({ database: store.database, check, nameOf: (product) => product, partLines: 5 }),
        ...partnerRoutes(store),
      ],
      clock: () => now,
    });
    asks = asksOf(http);
  }

  beforeAll(async () => {
    store = await open();
    await insertTestSite(store);
    opened = await openTestDesk(store, join(folder, 'journal'), { clock: () => now });
    players = await openPlayers(opened.desk, 4);
    const [first, second] = players as readonly [PlayerId, PlayerId];
    await ask(hold(first, '700'));
    await ask(refill(second, '9000000'));
    for (const { command, at } of roundOf('R1', START, players)) await ask(command, at);
    await ask({
      ...{ kind: 'CREDIT_DEPOSIT', site: SITE, player: first, wallet: 'BINARY', amount: amount('25000') },
      ...{ channel: 'kpay', by: { provider: 'kpay', external: 'one' } },
    });
    for (const type of ['R1', 'B1'] as const)
      for (const { command, at } of roundOf(type, millis(START + 3 * 3_600_000), players))
        await ask(command, at);
    await untilCaughtUp(opened.desk, players);
    await openBooks();
  });
  afterAll(async () => {
    await http.close();
    await opened.desk.stop();
    await store.drop();
  });

  test('the sums of days are those of all movements, and of two days', async () => {
    const kept = await rowsOf<{ day: number }>(
      `select site_id, day, currency, from_kind, to_kind, reason, amount::text as amount, moves
       from ledger_day order by 1, 2, 3, 4, 5, 6`,
    );
    expect(kept).toEqual(await rowsOf(FROM_LEDGER));
    expect(new Set(kept.map(({ day }) => day)).size).toBe(2);
  });

  test('the balance sheet adds up to zero and is what the purses of the desk hold', async () => {
    const { body } = await asks.get('/api/office/books/sheet', STAFF);
    expect([body.date, body.firstDate, body.check.isEqual]).toEqual(['2026-11-13', '2026-11-12', true]);
    const held = await opened.desk.inspect(({ purses }) => {
      const sums: Record<string, Record<string, bigint>> = {};
      for (const { id, owner, currency, balance } of purses.values()) {
        const own = sums[currency] ?? {};
        sums[currency] = own;
        const kind = owner === undefined ? id.split(':').slice(2, -1).join(':') : (id.split(':')[2] ?? '');
        own[kind] = (own[kind] ?? 0n) + balance;
      }
      return sums;
    }, players);
    for (const { currency, lines, difference } of body.currencies) {
      expect(difference).toBe('0');
      for (const { kind, section, amount: shown } of lines) {
        const balance = held?.seen[currency]?.[kind] ?? 0n;
        expect(amount(shown), kind).toBe(section === 'OUTSIDE' ? -balance : balance);
      }
    }
    const krw = body.currencies.find(({ currency }) => currency === 'KRW');
    expect(krw?.lines.find(({ kind }) => kind === 'provider-kpay')).toMatchObject({ amount: '25000' });
  });

  test('a purse that was edited behind the books is shown', async () => {
    const edit = (by: number) =>
      store.database.transaction((tx) =>
        tx.query(`update purse set balance = balance + ${by} where id = '1:BINARY:free'`),
      );
    await edit(5);
    await openBooks();
    const { check } = (await asks.get('/api/office/books/sheet', STAFF)).body;
    expect(check.isEqual).toBe(false);
    expect(check.differences).toMatchObject([{ currency: 'KRW', kind: 'members' }]);
    expect(amount(check.differences[0].purses) - amount(check.differences[0].books)).toBe(500_000_000n);
    await edit(-5);
    await openBooks();
    expect((await asks.get('/api/office/books/sheet', STAFF)).body.check.isEqual).toBe(true);
  });

  test('what the house earned in a period is the difference of its two balance sheets', async () => {
    const resultOn = async (date: string) =>
      (
        await asks.get(`/api/office/books/sheet?date=${date}` as '/api/office/books/sheet', STAFF)
      ).body.currencies.find(({ currency }) => currency === 'KRW')?.result ?? '0';
    const earned = async (from: string, to: string) =>
      (await asks.get(`/api/office/books/income?fromDate=${from}&toDate=${to}`, STAFF)).body.totals.find(
        ({ currency }) => currency === 'KRW',
      )?.amount;
    const [before, first, second] = [
      await resultOn('2026-11-11'),
      await resultOn('2026-11-12'),
      await resultOn('2026-11-13'),
    ].map(amount);
    expect(before).toBe(0n);
    expect(amount((await earned('2026-11-12', '2026-11-12')) ?? '')).toBe(first);
    expect(amount((await earned('2026-11-13', '2026-11-13')) ?? '')).toBe(second! - first!);
    expect(amount((await earned('2026-11-12', '2026-11-13')) ?? '')).toBe(second);
  });

  test('a report has the deposits, the decided stakes and the profit of each day', async () => {
    const { content } = (await asks.get(`/api/office/books/report?${DAYS}`, STAFF)).body;
    const krw = content.filter(({ currency }) => currency === 'KRW');
    expect(krw.map(({ date, deposits, withdrawals }) => [date, deposits, withdrawals])).toEqual([
      ['2026-11-13', '0', '0'],
      ['2026-11-12', '25000', '0'],
    ]);
    const bets = await rowsOf<{ date: string; turnover: string; profit: string }>(
      `select to_char(paid.at at time zone 'Asia/Seoul', 'YYYY-MM-DD') as date,
         sum(stake_back + lost)::text as turnover, sum(lost - profit)::text as profit
       from account_event as paid where paid_wallet is not null group by 1 order by 1 desc`,
    );
    for (const [index, { date, turnover, profit }] of bets.entries()) {
      const day = krw[index];
      expect([day?.date, amount(day?.betTurnover ?? '')]).toEqual([date, amount(turnover)]);
      expect(amount(day?.profits[0]?.amount ?? '')).toBe(amount(profit));
      expect(day?.profits[0]?.kind).toMatch(/^pnl:/);
    }
  });

  test('the movements of a member are all of the ledger, page by page, and end with a day', async () => {
    const seen: string[] = [];
    let path = '/api/office/books/ledger?playerId=1&size=3';
    for (let pages = 0; pages < 50; pages += 1) {
      const { body } = await asks.get(path as '/api/office/books/ledger', STAFF);
      seen.push(...body.content.map(({ event, reason, amount: moved }) => `${event} ${reason} ${moved}`));
      if (body.next === null) break;
      path = `/api/office/books/ledger?playerId=1&size=3&before=${body.next}`;
    }
    const all = await rowsOf<{ event_id: number; reason: string; amount: string }>(
      `select event_id, reason, amount::text as amount from ledger
       where from_id like '1:%' or to_id like '1:%' order by event_id desc, leg`,
    );
    expect(seen.toSorted()).toEqual(
      all.map((row) => `${row.event_id} ${row.reason} ${Number(row.amount)}`).toSorted(),
    );
    const dated = await asks.get('/api/office/books/ledger?playerId=1&date=2026-11-12&size=100', STAFF);
    expect(dated.body.content.length).toBeGreaterThan(0);
    expect(Math.max(...dated.body.content.map(({ atMillis }) => atMillis))).toBeLessThan(
      Date.parse('2026-11-13T00:00:00+09:00'),
    );
    const deposits = await asks.get('/api/office/books/ledger?playerId=1&reason=DEPOSIT', STAFF);
    expect(deposits.body.content).toMatchObject([
      {
        ...{ eventKind: 'DEPOSIT_CREDITED', amount: '25000', currency: 'KRW' },
        from: { kind: 'provider-kpay', playerId: null },
        to: { kind: 'free', playerId: 1, walletType: 'BINARY' },
      },
    ]);
  });

  test('the movements of a site can be those of one kind of purse', async () => {
    const practice = await asks.get('/api/office/books/ledger?kind=practice&size=100', STAFF);
    expect(
      practice.body.content.every(({ from, to }) => from.kind === 'practice' || to.kind === 'practice'),
    ).toBe(true);
    expect((await asks.get('/api/office/books/ledger?kind=provider-kpay', STAFF)).body.content).toHaveLength(
      1,
    );
  });

  test('closed days have the active members, and the statement of a partner has all below it', async () => {
    await store.database.transaction(async (tx) => {
      for (const [id, role, partner] of [
        [50, 'PARTNER', null],
        [51, 'PARTNER', null],
        [52, 'PARTNER', null],
        ...players.map((player) => [player, 'PLAYER', 52] as const),
      ] as const)
        await tx.query(
          `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, partner_id,
             created_at, password_changed_at)
           overriding system value values ($1, 1, $2, '', '', $2, $2, $3, $4, now(), now())`,
          [id, `user${id}`, role, partner],
        );
      await seatPartners(tx, SITE, [50, 51, 52]);
      for (const [day, reason] of [
        ['2026-11-12', null],
        ['2026-11-13', '무효'],
      ] as const)
        await tx.query(
          `insert into partner_profit (site_id, day, partner_id, line_id, type, product, base, currency, base_amount,
             rate, amount, players, is_running, void_reason)
           values (1, $1, 50, 52, 'DIFFERENCE', 'binary', 'TURNOVER', 'KRW', 40000, 0.015, 600, 4, false, $2)`,
          [koreanDate(millis(Date.parse(`${day}T12:00:00+09:00`))), reason],
        );
    });
    const isStopping = () => false;
    const first = await rowsOf<{ day: number }>('select min(day)::int as day from ledger_day');
    const day = first[0]!.day;
    // Again: a day that is counted twice has the same figures.
    for (const each of [day, day + 1, day, day + 2])
      expect(await closeDay(store.database, { site: SITE, day: each, isStopping })).toBe(true);
    const report = (await asks.get(`/api/office/books/report?${DAYS}`, STAFF)).body;
    expect(report.members).toEqual([
      { date: '2026-11-13', members: 4, active: 4 },
      { date: '2026-11-12', members: 4, active: 4 },
    ]);
    const partner = (await asks.get(`/api/office/books/partner?partnerId=50&${DAYS}`, STAFF)).body;
    expect(partner.nick).toBe('user50');
    expect(partner.content.map(({ active: _, share: __, ...sums }) => sums)).toEqual(
      report.content.map(({ date, currency, deposits, withdrawals, betTurnover, fees, result }) => ({
        ...{ date, currency, deposits, withdrawals, betTurnover, fees, result },
      })),
    );
    const { content, next } = (await asks.get(`/api/office/books/partners?${DAYS}`, STAFF)).body;
    expect(next).toBeNull();
    const [head, branch, ...others] = content.filter(({ currency }) => currency === 'KRW');
    expect([head?.partnerId, branch?.partnerId, head?.deposits, others]).toEqual([50, 52, '25000', []]);
    // The rows that are settled, and nothing computed beside them.
    expect([head?.share, branch?.share]).toEqual(['600', '0']);
    // Nothing was moved below 51: such a partner is on no page.
    const after = (id: number) => asks.get(`/api/office/books/partners?${DAYS}&size=1&after=${id}`, STAFF);
    const pages = await Promise.all([0, 50, 52].map(after));
    expect(pages.map(({ body }) => body.next)).toEqual([50, 52, null]);
    for (const id of [1, 999]) {
      const foreign = await asks.get(
        `/api/office/books/partner?partnerId=${id}&${DAYS}` as '/api/office/books/partner',
        STAFF,
      );
      expect(foreign.body.code).toBe('ACCOUNT_NOT_FOUND');
    }
    expect(await closeDay(store.database, { site: SITE, day, isStopping: () => true })).toBe(false);
  });

  test('files have the same figures', async () => {
    const file = async (url: string) =>
      (await http.inject({ method: 'GET', url, headers: headersOf(STAFF) })).body.trim().split('\r\n');
    expect(await file(`/api/office/books/report/csv?${DAYS}&table=TURNOVER`)).toEqual([
      '날짜,상품,기준,거래 대금(원)',
    ]);
    const report = await file(`/api/office/books/report/csv?${DAYS}`);
    expect(report.find((line) => line.startsWith('2026-11-12,KRW'))).toContain(',25000,0,');
    expect((await file('/api/office/books/ledger/csv?kind=provider-kpay'))[1]).toContain(
      'provider-kpay,1:BINARY:free',
    );
  });

  test('a long file comes in parts, with one head and every line once', async () => {
    const lines: string[] = [];
    let [next, parts] = ['', 0];
    do {
      const url = `/api/office/books/ledger/csv?playerId=1${next}`;
      const { body, headers } = await http.inject({ method: 'GET', url, headers: headersOf(STAFF) });
      expect(body.includes('보낸 곳')).toBe(parts === 0);
      lines.push(...body.split('\r\n').filter((line) => line !== ''));
      next = headers['x-next'] === undefined ? '' : `&before=${String(headers['x-next'])}`;
      parts += 1;
    } while (next !== '');
    const [all] = await rowsOf<{ moves: number }>(
      `select count(*)::int as moves from ledger where from_id like '1:%' or to_id like '1:%'`,
    );
    expect(parts).toBeGreaterThan(2);
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.length - 1).toBe(all?.moves);
  });

  test('the turnover of products is what the ledger has as decided stakes', async () => {
    await countDays(
      {
        ...{ database: store.database, sources: [betFairness, ballFairness], instruments: [] },
        rates: { quotesAt: async () => () => undefined },
      },
      SITE,
      now,
    );
    const { turnover, content } = (await asks.get(`/api/office/books/report?${DAYS}`, STAFF)).body;
    for (const { date, currency, betTurnover } of content.filter((each) => each.currency === 'KRW')) {
      const own = turnover.filter((each) => each.date === date);
      expect(own.map(({ product }) => product)).toEqual(['BINARY', 'BITBALL']);
      const won = own.reduce((sum, each) => sum + amount(each.won), 0n);
      expect(won, `${date} ${currency}`).toBe(amount(betTurnover));
      expect(won).toBeGreaterThan(0n);
    }
  });

  test('only staff read the books, of their own site, and bad input is named', async () => {
    for (const [by, status] of [
      [undefined, 401],
      [OWNER, 403],
      [PARTNER, 403],
    ] as const)
      for (const path of [
        'sheet',
        'ledger',
        `income?${DAYS}`,
        `report?${DAYS}`,
        'ledger/csv',
        `partners?${DAYS}`,
      ])
        expect(
          (await http.inject({ method: 'GET', url: `/api/office/books/${path}`, headers: headersOf(by) }))
            .statusCode,
        ).toBe(status);
    for (const [query, field] of [
      ['report?fromDate=2026-02-30&toDate=2026-03-01', 'fromDate'],
      ['report?fromDate=2026-03-02&toDate=2026-03-01', 'toDate'],
      ['income?fromDate=2026-01-01&toDate=2026-12-31', 'toDate'],
      ['ledger?date=2026-13-01', 'date'],
      ['ledger?reason=x', 'reason'],
      ['sheet?date=2026-02-30', 'date'],
    ] as const) {
      const { status, body } = await asks.get(
        `/api/office/books/${query}` as '/api/office/books/ledger',
        STAFF,
      );
      expect([status, body.field], query).toEqual([400, field]);
    }
    const unknown = await asks.get('/api/office/books/ledger?playerId=999', STAFF);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    await store.database.transaction((tx) =>
      tx.query(
        `insert into account (player_id, shard, site_id, role, blocked, session_version, seq, digest)
         values (77, 0, $1, 'PLAYER', false, 1, 0, 0)`,
        [siteId(2)],
      ),
    );
    expect((await asks.get('/api/office/books/ledger?playerId=77', STAFF)).status).toBe(404);
  });
});

const headersOf = (by: { readonly id: number; readonly role: string } | undefined) =>
  by === undefined ? {} : { authorization: `Bearer ${by.id}.${by.role}` };
