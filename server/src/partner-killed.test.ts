// `kill -9` while shares of partners are accrued, confirmed and paid: a day is accrued once and whole, and of what was
// approved nothing is lost and nothing is confirmed or paid twice. Driven from outside, on both databases.
import { dayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import { playerId } from '@maru/engine/purse';
import { koreanDate, MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterOffice, type Send } from './account/staff-testing.ts';
import type { Database, Tx } from './db/database.ts';
import { instruments } from './feed/instruments.ts';
import { type Answer, type KilledServer, killedDatabases, openKilledServer } from './killed-testing.ts';
import { saveRates } from './partner/rates.ts';

const BEGINS = Date.parse('2026-11-17T23:50:00+09:00');
const UNTIL_ACCRUED = 45 * MINUTE_MS;
const DAY = koreanDate(millis(BEGINS));
const DATE = formatIsoDate(dayNumber(DAY));
const BTC = instruments.find(({ code }) => code === 'BTCUSDT')?.id;
const PASSWORDS = {
  MARU_OPERATOR_PASSWORD: 'operator-test-password',
  MARU_APPROVER_PASSWORD: 'approver-test-password',
};
const OFFICE = '/api/office/partner/settlement';
// Each test starts the server several times.
const SLOW = { timeout: 180_000 };

interface Sum {
  readonly currency: string;
  readonly amount: string;
}

describe.each(killedDatabases)('partners on a killed server on $name', ({ name }) => {
  let server: KilledServer;
  let [operator, approver] = ['', ''];
  let rows: Awaited<ReturnType<typeof accruedRows>> = [];

  beforeAll(async () => {
    server = await openKilledServer(name, BEGINS, PASSWORDS);
  });
  afterAll(() => server.remove());

  const look = <Seen>(work: (tx: Tx) => Promise<Seen>): Promise<Seen> =>
    server.withTables((tables) => tables.transaction(work));
  const read = async (path: string) => (await server.send(path, undefined, undefined, operator)).body;

  const isPostgres = name === 'PostgreSQL';
  /** In PostgreSQL when it waits for this table, in the midst of it; else at whatever moment one read gives. */
  async function killAt(table: string, begin: () => Promise<unknown>): Promise<void> {
    if (isPostgres) {
      await server.withTables((tables) =>
        killWhileWaiting(tables, table, begin, () => server.end('SIGKILL')),
      );
      return;
    }
    const begun = begin().catch(() => undefined);
    await server.send('/api/dnw/withdrawable');
    await server.end('SIGKILL');
    await begun;
  }

  async function enter(username: 'operator' | 'approver', password: string): Promise<string> {
    const send: Send = async (path, body, token) => {
      const answer = await server.send(path, body, undefined, token ?? '');
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    };
    return (await enterOffice(send, { username, password }, server.now())).accessToken;
  }

  async function untilAccrued(): Promise<void> {
    const accrued = async () => (await read(`${OFFICE}/days?fromDate=${DATE}&toDate=${DATE}`))['accruedDate'];
    await expect.poll(accrued, { timeout: 60_000 }).toBe(DATE);
  }

  test('a day is accrued once and whole', SLOW, async () => {
    await server.start();
    await server.end('SIGTERM');
    await look(placeDemo);
    await server.start();
    await server.publish({ BTCUSDT: '50000' });
    const order = {
      futuresOptionId: BTC,
      tradeType: 'LONG',
      marketType: 'MARKET',
      qty: '0.013',
      leverage: 10,
    };
    expect((await server.send('/api/futures/order', order, 'the-order')).status).toBe(200);
    await server.end('SIGKILL');
    await server.moveClock(UNTIL_ACCRUED);

    if (isPostgres) await killAt('partner_accrual', () => server.start());
    else {
      await server.start();
      await server.end('SIGKILL');
    }
    if (isPostgres) expect(await look(accruedRows)).toEqual([]);
    await server.start();
    operator = await enter('operator', PASSWORDS.MARU_OPERATOR_PASSWORD);
    approver = await enter('approver', PASSWORDS.MARU_APPROVER_PASSWORD);
    await untilAccrued();
    await server.end('SIGKILL');
    rows = await look(accruedRows);
    const [fee] = await look((tx) =>
      tx.query<{ paid: string }>(
        `select trim_scale(balance)::text as paid from purse where id = 'house:1:fee:USDT'`,
      ),
    );
    expect(Number(fee?.paid)).toBeGreaterThan(0);
    expect(rows.map(({ type, base, amount }) => [type, base, amount])).toEqual([
      ['DIRECT', fee?.paid, String(Number(fee?.paid) * 0.5)],
    ]);
  });

  const sumsToConfirm = async () =>
    (await read(`${OFFICE}/preview?throughDate=${DATE}`))['sums'] as readonly Sum[];

  /** Asked for by one person; the approval of the other one may be lost. */
  async function confirm(): Promise<Answer> {
    const sums = (await sumsToConfirm()).map(({ currency, amount }) => ({ currency, amount }));
    const body = { throughDate: DATE, sums, reason: '11월 정산' };
    const asked = await server.send(`${OFFICE}/confirm`, body, undefined, operator);
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const approval = { staffRequestId: asked.body['waiting'], reason: '확인' };
    return server.send('/api/office/request/approve', approval, undefined, approver);
  }

  const untilDone = () =>
    expect
      .poll(async () => (await read(`${OFFICE}/shares`))['content'], { timeout: 60_000 })
      .toMatchObject([{ status: 'CONFIRMED' }]);

  test('what two people approved is confirmed once, and what was cut off before can be asked for again', {
    ...SLOW,
  }, async () => {
    await server.start();
    const [due] = await sumsToConfirm();
    expect(due).toMatchObject({ currency: 'USDT', partners: 1 });
    if (isPostgres) {
      // The approval is noted, its settlement is not: everything stays accrued.
      await killAt('partner_settlement', confirm);
      await server.start();
      expect(await sumsToConfirm()).toEqual([due]);
    }
    // The desk has confirmed it, and the tables do not have it yet.
    await killAt('partner_share', confirm);
    await server.start();
    if ((await sumsToConfirm()).length > 0) await confirm();
    await untilDone();
    expect(await sumsToConfirm()).toEqual([]);
    await server.end('SIGKILL');
    const [share, ...others] = await look(shares);
    expect(others).toEqual([]);
    expect(await look(accruedRows)).toEqual(rows);
    expect(share).toMatchObject({ amount: due?.amount, inPurse: due?.amount, paidEvent: null });
    expect(await look(given)).toBe(`-${due?.amount}`);
  });

  test('a confirmed share is paid once', SLOW, async () => {
    const [before] = await look(shares);
    await server.start();
    const { digest } = await read(`${OFFICE}/payment?throughDate=${DATE}`);
    const body = { throughDate: DATE, digest, reason: '지급' };
    const pay = () => server.send(`${OFFICE}/pay`, body, PAY_KEY, operator);
    await killAt('cashier_row', pay);
    await server.start();
    const answer = await pay();
    // Where the request that was killed had paid it, nothing is left to pay.
    if (answer.status !== 200) expect(answer.body).toMatchObject({ code: 'SETTLEMENT_NOTHING' });
    await expect
      .poll(async () => (await read(`${OFFICE}/shares`))['content'], { timeout: 60_000 })
      .toMatchObject([{ status: 'PAID' }]);
    await server.end('SIGTERM');
    const [paid, ...others] = await look(shares);
    expect(others).toEqual([]);
    expect(paid).toMatchObject({ amount: before?.amount, inPurse: '0', rows: 1 });
    expect(paid?.paidEvent).not.toBeNull();
    expect(Number(paid?.free)).toBe(Number(before?.free) + Number(before?.amount));
    expect(await look(given)).toBe(`-${before?.amount}`);
    expect(await look((tx) => tx.query(UNBALANCED))).toEqual([]);
  });
});

const PAY_KEY = '00000000-0000-4000-8000-000000000001';

function killWhileWaiting(
  tables: Database,
  table: string,
  begin: () => Promise<unknown>,
  kill: () => Promise<void>,
): Promise<void> {
  return tables.transaction(async (tx) => {
    await tx.query(`lock table ${table} in share mode`);
    const begun = begin().catch(() => undefined);
    await expect.poll(() => waiting(tx, table), { timeout: 60_000 }).toBeGreaterThan(0);
    await kill();
    await begun;
  });
}

const waiting = async (tx: Tx, table: string): Promise<number> =>
  (
    await tx.query(
      `select pid from pg_locks
       where not granted and relation = $1::regclass and database = (
         select oid from pg_database where datname = current_database()
       )`,
      [table],
    )
  ).length;

const accruedRows = (tx: Tx) =>
  tx.query<{ id: number; type: string; base: string; amount: string }>(
    `select id, type, trim_scale(base_amount)::text as base, trim_scale(amount)::text as amount
       from partner_profit where not is_running order by id`,
  );

/** The trader of the first start joins the partner of it, who earns half of the fees. */
async function placeDemo(tx: Tx): Promise<void> {
  const [found] = await tx.query<{ id: number }>(`select id from player where username = 'partner'`);
  const partner = playerId(found?.id ?? 0);
  await tx.query(`update player set partner_id = $1 where username = 'demo'`, [partner]);
  const rates = [{ product: 'futures', base: 'FEE' as const, rate: '0.5' }];
  await saveRates(tx, { partner, from: DAY - 1, rates });
}

/** With the purses of its partner, and how many rows of the history say that it was paid. */
const shares = (tx: Tx) =>
  tx.query<{ amount: string; paidEvent: number | null; inPurse: string; free: string; rows: number }>(
    `select trim_scale(share.amount)::text as amount, share.paid_event as "paidEvent",
            trim_scale(purse.balance)::text as "inPurse", trim_scale(free.balance)::text as free,
            (select count(*)::int from cashier_row where type = 'C' and player_id = share.player_id) as rows
       from partner_share as share
       join purse on purse.id = share.player_id || ':' || share.wallet || ':share'
       left join purse as free on free.id = share.player_id || ':' || share.wallet || ':free'`,
  );

async function given(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ balance: string }>(
    `select trim_scale(balance)::text as balance from purse where id = 'house:1:partner:USDT'`,
  );
  return row?.balance;
}

const UNBALANCED = `select site_id, currency
  from purse
  group by site_id, currency
  having sum(balance) <> 0`;
