// The tables of the cashier: what events write, that a new desk loads the same book from them, and that a rebuild and
// the auditor agree.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount } from '@maru/engine/amount';
import type { Rate } from '@maru/engine/cashier/commands';
import { rowNumber } from '@maru/engine/cashier/row-number';
import { describeBook } from '@maru/engine/describe';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE, playerId } from '@maru/engine/purse';
import { later, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../../db/testing.ts';
import type { RunningDesk } from '../../desk/create-desk.ts';
import { openJournal } from '../../desk/open-desk.ts';
import { openPlayers, openTestDesk, SITE, untilCaughtUp, untilWritten } from '../../desk/testing.ts';
import { openAuditTables } from '../../shadow/audit-tables.ts';
import { auditAccounts, auditJournal } from '../../shadow/auditor.ts';
import { rebuildTables } from '../../shadow/rebuild-tables.ts';
import { emptyTables } from '../../shadow/sql-tables.ts';
import { shadowParts } from '../../shadow-products.ts';

const mina = playerId(1);
const jun = playerId(2);
const own = { site: SITE, player: mina };
const none = amount('0');
const HASH = 'ab'.repeat(32);

const rateAt = (at: Millis): Rate => ({
  numerator: amount('1'),
  denominator: amount('1385.5'),
  at,
  source: 'test',
});

describe.each(testDatabases)('the cashier on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;

  const journalAt = () =>
    store.url === undefined ? { folder: join(folder, 'journal') } : { url: store.url };
  const openOne = () => openTestDesk(store, folder, { journalAt: journalAt() });
  const rows = (columns: string, table = 'cashier_row') =>
    store.database.transaction((tx) =>
      tx.query<Record<string, unknown>>(`select ${columns} from ${table} order by id`),
    );

  beforeAll(async () => {
    store = await open();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'maru-cashier-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    if (store.url !== undefined) await store.database.transaction((tx) => tx.query('delete from journal'));
    await store.database.transaction((tx) => emptyTables(tx, 0, shadowParts.products));
  });
  afterAll(() => store.drop());

  async function ask(desk: RunningDesk, command: AnyCommand): Promise<number> {
    const outcome = await desk.submit(command);
    if (!outcome.ok) throw new Error(`${command.kind} was refused: ${outcome.refusal}`);
    return outcome.event.id;
  }

  /** Every kind of event, with something of each thing left open. */
  async function live(
    desk: RunningDesk,
  ): Promise<{ readonly withdrawal: number; readonly cancelled: number }> {
    const at = millis(Date.now());
    const withdraw = {
      ...({ ...own, kind: 'ASK_WITHDRAWAL', wallet: 'BINARY', amount: amount('300000') } as const),
      ...{ fee: amount('1000'), least: none, channel: 'bank', payout: 7, waits: [], reserved: none },
    };
    const deposit = {
      ...({ ...own, kind: 'ASK_DEPOSIT', wallet: 'BINARY', amount: amount('50000') } as const),
      ...{ least: none, channel: 'bank' },
    };
    const two = { ...own, by: { staff: 901 }, twoFrom: amount('300000') } as const;
    const cancelled = await ask(desk, withdraw);
    await ask(desk, { ...own, kind: 'CANCEL_REQUEST', request: cancelled });
    const withdrawal = await ask(desk, withdraw);
    await ask(desk, { ...own, kind: 'TAKE_REQUEST', request: withdrawal, by: { staff: 901 } });
    await ask(desk, { ...two, kind: 'APPROVE_REQUEST', request: withdrawal });
    await ask(desk, { ...two, kind: 'APPROVE_REQUEST', request: withdrawal, by: { staff: 902 } });
    const rejected = await ask(desk, deposit);
    await ask(desk, {
      ...own,
      kind: 'REJECT_REQUEST',
      request: rejected,
      by: { staff: 901 },
      reason: '입금 없음',
    });
    await ask(desk, {
      ...{ ...own, kind: 'CREDIT_DEPOSIT', wallet: 'BINARY', amount: amount('7'), channel: 'chain' },
      by: { provider: 'chain', external: 'tx-1' },
    });
    await ask(desk, {
      ...{
        ...own,
        kind: 'CONVERT',
        from: 'BINARY',
        to: 'FUTURES',
        amount: amount('100000'),
        rate: rateAt(at),
      },
      ...{ spread: none, quoteUntil: later(at, 60_000), reserved: none },
    });
    await ask(desk, {
      ...{
        ...own,
        kind: 'TRANSFER_MONEY',
        from: 'BINARY',
        to: 'BINARY',
        amount: amount('1000'),
        recipient: jun,
      },
      ...{ betweenMembers: true, waits: [], reserved: none },
    });
    await ask(desk, {
      ...{
        kind: 'ISSUE_COUPON',
        site: SITE,
        player: HOUSE,
        coupon: HASH,
        wallets: ['BINARY'],
        currency: 'KRW',
      },
      ...{ amount: amount('5000'), uses: 3, turnover: amount('2'), from: at, until: later(at, 3_600_000) },
      ...{ askedBy: 901, approvedBy: 902 },
    });
    for (const player of [mina, jun])
      await ask(desk, { kind: 'USE_COUPON', site: SITE, player, coupon: HASH, wallet: 'BINARY' });
    const purchase = await ask(desk, {
      ...{
        ...own,
        kind: 'ASK_PURCHASE',
        wallet: 'FUTURES',
        won: amount('138550'),
        least: none,
        channel: 'p2p',
      },
      ...{ shown: amount('100'), payWithinMs: 1_800_000 },
      rate: { ...rateAt(at), numerator: amount('1385.5'), denominator: amount('1') },
    });
    await ask(desk, { ...own, kind: 'MARK_PAID', request: purchase });
    await ask(desk, {
      ...{ ...own, kind: 'ASK_GRANT', type: 'PB', wallet: 'BINARY', amount: amount('10'), staff: 901 },
      reason: '이벤트',
    });
    await ask(desk, deposit);
    // What the coupon locks is cut with the run: a note on an event of another product.
    await ask(desk, {
      ...{ kind: 'REFILL_PRACTICE', site: SITE, player: jun, wallet: 'BINARY', amount: amount('5') },
      most: amount('5'),
    });
    return { withdrawal, cancelled };
  }

  test('has a row for each line of the history, with the time of each step', async () => {
    const opened = await openOne();
    await openPlayers(opened.desk, 2);
    const { withdrawal, cancelled } = await live(opened.desk);
    await untilWritten(opened);
    const all = await rows(
      'id, player_id, type, status, amount::text, fee::text, change::text, undoes, reason',
    );
    expect(all.map(({ player_id, type, status }) => `${player_id} ${type} ${status}`)).toEqual([
      ...[
        '1 W 3',
        '1 E 1',
        '1 W 1',
        '1 D 2',
        '1 D 1',
        '1 CO 1',
        '1 CI 1',
        '1 TO 1',
        '2 TI 1',
        '1 B 1',
        '2 B 1',
      ],
      ...['1 WB 4', '1 PB 0', '1 D 0'],
    ]);
    expect(all.find(({ id }) => id === rowNumber(withdrawal))).toMatchObject({
      amount: '300000.00000000',
      fee: '1000.00000000',
      change: '-301000.00000000',
    });
    expect(all[1]).toMatchObject({ undoes: rowNumber(cancelled), change: '0.00000000' });
    expect(all[3]).toMatchObject({ reason: '입금 없음', change: '0.00000000' });
    const [, , done] = await rows(
      'taken_by, confirmed_by, decided_by, payout_id, (taken_ms <= confirmed_ms and confirmed_ms <= ended_ms) as in_order',
    );
    expect(done).toEqual({ taken_by: 901, confirmed_by: 901, decided_by: 902, payout_id: 7, in_order: true });
    const bonuses = await rows(
      'player_id, locked::int as locked, ended_ms is not null as ended',
      'cashier_bonus',
    );
    expect(bonuses).toEqual([
      { player_id: 1, locked: 5_000, ended: false },
      { player_id: 2, locked: 0, ended: true },
    ]);
    await opened.desk.stop();
  });

  test('a new desk loads the same book, a rebuild writes the same rows, and the auditor finds nothing', async () => {
    const first = await openOne();
    const players = await openPlayers(first.desk, 2);
    await live(first.desk);
    await untilWritten(first);
    await untilCaughtUp(first.desk, players);
    const seen = (await first.desk.inspect(describeBook, players))?.seen;
    await first.desk.stop();
    const before = await rows('*');

    const second = await openOne();
    const again = (await second.desk.inspect(describeBook, players))?.seen;
    expect(withoutAnswers(again)).toEqual(withoutAnswers(seen));
    await second.desk.stop();

    const journal = await openJournal(journalAt(), 0, () => undefined);
    const { products } = shadowParts;
    await rebuildTables({ database: store.database, journal, shard: 0, products });
    expect(await rows('*')).toEqual(before);
    const tables = openAuditTables(store.database, 0);
    const audit = { tables, products, journal, rest: () => Promise.resolve(), isStopped: () => false };
    await auditAccounts(audit);
    await auditJournal(audit);
    await store.database.transaction((tx) =>
      tx.query(`update cashier_row set amount = amount + 1 where type = 'D'`),
    );
    await expect(auditJournal(audit)).rejects.toThrow(/row \d+ of the cashier differs/);
    await journal.close();
  });
});

const withoutAnswers = (text: string | undefined): readonly string[] | undefined =>
  text?.split('\n').filter((line) => !line.startsWith('events '));
