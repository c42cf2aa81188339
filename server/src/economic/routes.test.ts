import type * as calls from '@maru/contract/economic/calls';
import type * as staff from '@maru/contract/staff/calls';
import { type SiteId, siteId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, type Millis, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { type Asks, asksOf, OWNER, openTestHttp, PARTNER, SITE, STAFF } from '../http/testing.ts';
import { changeRoutes } from '../staff/changes.ts';
import { MOST_LINES, readCsv } from './read-csv.ts';
import { economicRoutes } from './routes.ts';
import { sampleBetween } from './sample.ts';
import { deleteOld, writeIndicators } from './store.ts';

/** A Tuesday, 22:00 in Korea. */
const NOW = Date.UTC(2026, 10, 17, 13);
const HEAD = 'time,country,code,importance,name_ko,name_en,previous,forecast,actual,unit';
const LINE = '2026-11-17 22:30,US,CPI,3,소비자물가지수,Consumer prices,0.2,0.3,0.4,%';

describe.each(testDatabases)('economic indicators on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let asks: Asks<typeof calls & typeof staff>;
  let now: Millis = millis(NOW);

  beforeAll(async () => {
    store = await open();
    await store.database.transaction((tx) =>
      tx.query(
        `insert into site (code, name, used_coins, binary_currency, type)
         values ('one', 'One', 'BINARY', 'KRW', '101111'), ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      ),
    );
    http = await openTestHttp({
      routes: [...economicRoutes(store), ...changeRoutes(store.database)],
      siteOf: (_host, id = 1): SiteId => siteId(id),
      clock: () => now,
    });
    asks = asksOf(http);
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });

  const importing = (lines: readonly string[], by = STAFF) =>
    asks.post('/api/office/economic/import_csv', { csv: [HEAD, ...lines].join('\n') }, by);
  const codes = async (query = '') =>
    (await asks.get(`/api/economic/list?${query}` as '/api/economic/list')).body.content.map(
      ({ country, code }) => `${country} ${code}`,
    );

  test('examples are marked, and one that has not happened yet has no figure', async () => {
    const rows = sampleBetween({ from: now - DAY_MS, to: now + DAY_MS });
    await store.database.transaction((tx) => writeIndicators(tx, { site: SITE, rows, isSample: true }));
    const { body } = await asks.get('/api/economic/list');
    expect(body.isSample).toBe(true);
    expect(body.content.map(({ code, actual }) => [code, actual === null])).toEqual([
      ['PPI', false],
      ['UNEMPLOYMENT', false],
      ['RETAIL_SALES', true],
      ['INDUSTRIAL_OUTPUT', true],
    ]);
    // Of a day of the calendar is also the night after it.
    expect(await codes('date=2026-11-16')).toEqual([
      'CN INDUSTRIAL_OUTPUT',
      'EU CONFIDENCE',
      'US FACTORY_INDEX',
    ]);
    expect(await codes('importance=3')).toEqual(['US RETAIL_SALES']);
    expect((await codes('date=2026-11-16&days=2')).length).toBe(7);
    expect(await codes('siteInfoId=2')).toEqual([]);
  });

  test('the night before six belongs to the day before', async () => {
    now = millis(NOW + 7 * HOUR_MS);
    expect(await codes('importance=3')).toEqual(['US RETAIL_SALES']);
    now = millis(NOW);
  });

  test('an import replaces the examples, and the same lines again change nothing', async () => {
    const other = '2026-11-17T12:00:00Z,EU,"GDP",2,"GDP, ""잠정""",GDP,,-0.1,,%';
    const first = await importing([LINE, other]);
    expect(first.body).toEqual({ lines: 2, added: 2 });
    const { body } = await asks.get('/api/economic/list');
    expect(body).toEqual({
      isSample: false,
      content: [
        {
          ...{ atMillis: Date.UTC(2026, 10, 17, 12), country: 'EU', code: 'GDP', nameKo: 'GDP, "잠정"' },
          ...{ nameEn: 'GDP', importance: 2, previous: null, forecast: '-0.1', actual: null, unit: '%' },
        },
        {
          ...{
            atMillis: Date.UTC(2026, 10, 17, 13, 30),
            country: 'US',
            code: 'CPI',
            nameKo: '소비자물가지수',
          },
          ...{
            nameEn: 'Consumer prices',
            importance: 3,
            previous: '0.2',
            forecast: '0.3',
            actual: null,
            unit: '%',
          },
        },
      ],
    });
    expect((await importing([LINE, other])).body).toEqual({ lines: 2, added: 0 });
    now = millis(NOW + HOUR_MS);
    expect((await importing([LINE.replace('0.4', '0.5')])).body.added).toBe(0);
    expect((await asks.get('/api/economic/list')).body.content[1].actual).toBe('0.5');
    now = millis(NOW);
    const [change] = (await asks.get('/api/office/change/list?area=ECONOMIC', STAFF)).body.content;
    expect([change?.staff, JSON.parse(change?.after ?? '').lines]).toEqual([STAFF.id, 1]);
  });

  test('one line that cannot be read is named, and nothing of the file is stored', async () => {
    const fine = LINE.replace('22:30', '20:00');
    const { status, body } = await importing([fine, LINE.replace(',3,', ',4,')]);
    expect([status, body.code, body.field]).toEqual([422, 'ECONOMIC_CSV_INVALID', 'csv.3.importance']);
    expect((await asks.get('/api/economic/list')).body.content).toHaveLength(2);
  });

  test('only staff import, and old rows are deleted', async () => {
    for (const [by, status] of [
      [undefined, 401],
      [OWNER, 403],
      [PARTNER, 403],
    ] as const)
      expect(
        (await asks.post('/api/office/economic/import_csv', { csv: `${HEAD}\n${LINE}` }, by)).status,
      ).toBe(status);
    await store.database.transaction((tx) =>
      deleteOld(tx, { before: Date.UTC(2026, 10, 17, 13), samplesBefore: 0 }),
    );
    expect(await codes()).toEqual(['US CPI']);
    for (const query of ['days=8', 'days=0', 'importance=4', 'date=2026-02-30', 'date=x'])
      expect((await asks.get(`/api/economic/list?${query}` as '/api/economic/list')).status).toBe(400);
  });
});

const faultOf = (...lines: readonly string[]) => {
  const read = readCsv([HEAD, ...lines].join('\r\n'), NOW);
  return read.ok ? undefined : `${read.line} ${read.column}`;
};

test.each([
  ['no line', [], '1 line'],
  ['a date that is none', [LINE.replace('11-17', '02-30')], '2 time'],
  ['a year that is far away', [LINE.replace('2026', '2062')], '2 time'],
  ['a formula as a name', [LINE.replace('소비자물가지수', '=cmd|calc')], '2 name_ko'],
  ['a name that begins with @', [LINE.replace('Consumer', '@SUM')], '2 name_en'],
  ['a control character', [LINE.replace('Consumer', 'Con\u0007sumer')], '2 name_en'],
  ['a formula as a figure', [LINE.replace('0.4', '=1+1')], '2 actual'],
  ['a figure with a comma', [LINE.replace('0.4', '"1,000"')], '2 actual'],
  ['full-width digits', [LINE.replace('0.4', '１')], '2 actual'],
  ['markup as a unit', [LINE.replace('%', '<b>')], '2 unit'],
  ['a country in small letters', [LINE.replace('US', 'us')], '2 country'],
  ['a column too few', [LINE.replace(',%', '')], '2 line'],
  ['a quote that is not closed', [LINE.replace('Consumer', '"Consumer')], '2 line'],
  ['an empty line in the middle', [LINE, '', LINE.replace('US', 'EU')], '3 line'],
  ['the same key twice', [LINE, LINE.replace('0.2', '0.9')], '3 line'],
  [
    'too many lines',
    Array.from({ length: MOST_LINES + 1 }, (_, place) => LINE.replace('CPI', `C${place}`)),
    `${MOST_LINES + 2} line`,
  ],
] as const)('%s is refused with its line', (_, lines, fault) => {
  expect(faultOf(...lines)).toBe(fault);
});

test('a file as a spreadsheet saves it is read', () => {
  const read = readCsv(`\ufeff${HEAD}\r\n${LINE}\r\n\r\n`, NOW);
  expect(read.ok && read.rows.map(({ at }) => at)).toEqual([Date.UTC(2026, 10, 17, 13, 30)]);
});

test('examples are the same on every machine, and an earlier figure is the previous one of the next week', () => {
  const week = { from: NOW, to: NOW + 6 * DAY_MS };
  expect(sampleBetween(week)).toEqual(sampleBetween(week));
  const next = sampleBetween({ from: NOW + 7 * DAY_MS, to: NOW + 13 * DAY_MS });
  expect(next.map(({ previous }) => previous)).toEqual(sampleBetween(week).map(({ actual }) => actual));
});
