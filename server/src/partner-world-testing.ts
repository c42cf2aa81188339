// A site with three partners and members under one of them, its desk and tables, for tests of what partners earn.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as profitCalls from '@maru/contract/partner/profit-calls';
import type * as settlementCalls from '@maru/contract/partner/settlement';
import type * as staffCalls from '@maru/contract/staff/calls';
import type { NewWallet } from '@maru/engine/account/commands';
import { assert } from '@maru/engine/assert';
import type { AnyCommand } from '@maru/engine/products';
import { type PlayerId, playerId } from '@maru/engine/purse';
import { roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { roundOf } from './archive-testing.ts';
import type { Database } from './db/database.ts';
import type { TestDatabase } from './db/testing.ts';
import type { Desk } from './desk/desk.ts';
import type { OpenedDesk } from './desk/open-desk.ts';
import { insertTestSite, opening, openTestDesk, SITE, untilWritten } from './desk/testing.ts';
import { type Asks, asksOf, openTestHttp } from './http/testing.ts';
import { silentLog } from './log/log.ts';
import { createAccrual } from './partner/accrual.ts';
import { profitRoutes } from './partner/profit-routes.ts';
import { createSettling } from './partner/settle.ts';
import { settlementRoutes } from './partner/settlement-routes.ts';
import { seatPartners } from './partner/testing.ts';
import type { Site } from './site/sites.ts';
import { createStaffRequests } from './staff/requests.ts';

type Modules = typeof profitCalls & typeof settlementCalls & typeof staffCalls;

export const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
/** They hang under 52, who stands below 50; 51 has nobody. */
const MEMBERS: readonly PlayerId[] = [1, 2, 3, 4].map(playerId);
const NOBODYS = playerId(5);

export class Killed extends Error {}

/** Throws at one transaction, before it begins or after it was committed. */
export function killedAt(database: Database, at: number, when: 'BEFORE' | 'AFTER'): Database {
  let count = 0;
  return {
    ...database,
    async transaction(work) {
      const isThis = count === at;
      count += 1;
      if (isThis && when === 'BEFORE') throw new Killed();
      const result = await database.transaction(work);
      if (isThis) throw new Killed();
      return result;
    },
  };
}

function walletsOf(player: PlayerId): readonly NewWallet[] {
  const command = opening(player);
  assert(command.kind === 'OPEN_ACCOUNT', 'an account is opened');
  return command.wallets;
}

async function insertPeople(store: TestDatabase): Promise<void> {
  await store.database.transaction(async (tx) => {
    const people: readonly (readonly [number, string, number | null])[] = [
      ...[50, 51, 52].map((id) => [id, 'PARTNER', null] as const),
      ...MEMBERS.map((id) => [id, 'PLAYER', 52] as const),
      [NOBODYS, 'PLAYER', null],
    ];
    for (const [id, role, partner] of people)
      await tx.query(
        `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, partner_id,
           partner_code, created_at, password_changed_at)
         overriding system value values ($1, 1, $2, '', $2, $2, $2, $3, $4, $5, $6, $6)`,
        [id, `user${id}`, role, partner, role === 'PARTNER' ? `K${id}` : null, new Date(START)],
      );
    await seatPartners(tx, SITE, [50, 51, 52]);
  });
}

/** The wallets of its site are those of a usual member unless others are given. */
export async function openPartnerWorld(
  store: TestDatabase,
  wallets: readonly NewWallet[] = walletsOf(NOBODYS),
) {
  const journalFolder = join(mkdtempSync(join(tmpdir(), 'maru-partner-')), 'journal');
  const time = { now: START };
  const clock = () => time.now;
  const parts = { time: { clock, wait: () => Promise.resolve() }, log: silentLog };
  await insertTestSite(store);
  await insertPeople(store);
  const open = () => openTestDesk(store, journalFolder, { clock });
  let opened: OpenedDesk = await open();
  // Of a site the settlement of partners reads its wallets alone.
  const site = { id: SITE, wallets } as unknown as Site;
  const sites = { all: () => [site], byId: () => site };
  const accrualOn = (database: Database, isLevel = () => true) =>
    createAccrual({ shard: 0, database, sites: () => [SITE], isLevel, ...parts });
  const settlingOn = (database: Database, desk: Desk = opened.desk) =>
    createSettling({ database, desk, sites, ...parts });
  async function ask(command: AnyCommand, at: Millis = time.now): Promise<void> {
    time.now = at;
    const outcome = await opened.desk.submit(command);
    assert(outcome.ok, `${command.kind} was refused`);
  }
  for (const player of [...MEMBERS, NOBODYS]) await ask(opening(player));
  const requests = createStaffRequests(store.database);
  const settling = settlingOn(store.database);
  const http = await openTestHttp({
    routes: [
      ...profitRoutes(store),
      ...settlementRoutes({ database: store.database, sites, requests, settling }),
      ...requests.routes,
    ],
    clock,
  });
  const asks: Asks<Modules> = asksOf(http);
  const query = <Row>(text: string, parameters: readonly (string | number)[] = []) =>
    store.database.transaction((tx) => tx.query<Row>(text, parameters));
  return {
    ...{ time, http, asks, query, ask, accrualOn, settlingOn, journalFolder },
    opened: () => opened,
    accrue: () => accrualOn(store.database).runOnce(),
    /** Each stakes 5,000 won; the number of the round. */
    async playRound(at: Millis, players = MEMBERS): Promise<number> {
      for (const step of roundOf('R1', at, players)) await ask(step.command, step.at);
      await untilWritten(opened);
      return roundId({ offer: 102, open: millis(at + MINUTE_MS) });
    },
    playNobodys: async (at: Millis) => {
      for (const step of roundOf('R1', at, [NOBODYS])) await ask(step.command, step.at);
      await untilWritten(opened);
    },
    profits: () =>
      query<Record<string, unknown>>(
        `select day, partner_id, line_id, type, product, currency, trim_scale(base_amount)::text as base,
                trim_scale(rate)::text as rate, trim_scale(amount)::text as amount, players, is_running, status
           from partner_profit_state
          order by day, partner_id, type, line_id`,
      ),
    /** Of the wallet of a partner, as the tables have it. */
    async purse(player: number, kind: string, wallet = 'BINARY'): Promise<string> {
      const [row] = await query<{ balance: string }>(
        'select trim_scale(balance)::text as balance from purse where id = $1',
        [`${player}:${wallet}:${kind}`],
      );
      return row?.balance ?? '0';
    },
    async restart(meanwhile: () => Promise<void>): Promise<void> {
      await opened.desk.stop();
      await meanwhile();
      opened = await open();
    },
    async close(): Promise<void> {
      await http.close();
      await opened.desk.stop();
      await store.drop();
    },
  };
}

export type PartnerWorld = Awaited<ReturnType<typeof openPartnerWorld>>;
