// Ten thousand bets on one round, paid when it is over: everybody is paid once, and the tables agree.
import { amount, ZERO } from '@maru/engine/amount';
import { GRACE_MS } from '@maru/engine/binary/terms';
import { RENT } from '@maru/engine/binary/testing';
import { unpacked } from '@maru/engine/payment/written';
import { playerId } from '@maru/engine/purse';
import { roundId } from '@maru/engine/rounds/round';
import { later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { untilCaughtUp } from '../desk/testing.ts';
import { bitcoin } from '../market/testing.ts';
import { openCrowd, SITE, STAKE, TICKETS } from './many-testing.ts';
import { binaryOfferId } from './offers.ts';

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const OPEN = later(START, MINUTE_MS);
const CLOSE = later(OPEN, MINUTE_MS);
const OPTION = binaryOfferId(bitcoin, 'R1');
const ROUND = roundId({ offer: OPTION, open: OPEN });
const PLAYERS = 1_000;
const PATIENCE_MS = 300_000;

test.each(testDatabases)(
  'ten thousand bets on one round are settled all of them and each of them once on $name',
  async ({ open }) => {
    const store = await open();
    let now: Millis = START;
    const crowd = await openCrowd(store, PLAYERS, () => now);
    const { desk, binary, events } = crowd;

    now = later(START, 1_000);
    for (let ticket = 0; ticket < TICKETS; ticket++) {
      const asked = Array.from({ length: PLAYERS }, (_, index) =>
        desk.submit({
          kind: 'PLACE_BET',
          site: SITE,
          player: playerId(index + 1),
          session: 1,
          round: ROUND,
          type: 'R1',
          side: index % 2 === 0 ? 'UP' : 'DOWN',
          stake: amount(STAKE),
          receivedAt: now,
          reserved: ZERO,
          terms: RENT,
        }),
      );
      for (const outcome of await Promise.all(asked)) expect(outcome.ok).toBe(true);
    }
    crowd.publishPrice('100', OPEN);
    crowd.publishPrice('100.5', later(OPEN, 1_000));
    crowd.publishPrice('101', CLOSE);
    now = later(CLOSE, GRACE_MS);
    // Repeatedly, and in parallel.
    await Promise.all([binary.rounds.runOnce(), binary.rounds.settleNow(), binary.rounds.settleNow()]);
    await binary.rounds.runOnce();

    const placed = events.filter(({ kind }) => kind === 'BET_PLACED').map(({ id }) => id);
    const paid = events.flatMap((event) => (event.kind === 'ROUND_PAID' ? unpacked(event).bets : []));
    expect(placed).toHaveLength(10_000);
    expect(events.filter(({ kind }) => kind === 'ROUND_FROZEN')).toHaveLength(1);
    expect(paid.map(({ bet }) => bet).sort((a, b) => a - b)).toEqual(placed);
    expect(paid.every(({ player, status }) => status === (player % 2 === 1 ? 1 : 2))).toBe(true);

    await untilCaughtUp(
      desk,
      Array.from({ length: PLAYERS }, (_, index) => playerId(index + 1)),
    );
    const [round] = await store.database.transaction((tx) =>
      tx.query(
        `select paid_players, settled_event is not null as settled,
           (select count(*) from bet_state where round_id = $1 and status = 1) as won,
           (select count(*) from bet_state where round_id = $1 and status = 2) as lost
         from bet_round
         where round_id = $1`,
        [ROUND],
      ),
    );
    expect(round).toEqual({ paid_players: PLAYERS, settled: true, won: 5_000, lost: 5_000 });
    // Ten stakes of 5,000 with a profit of 4,350 each for a hit, and nothing left in `wait`.
    const balances = await store.database.transaction((tx) =>
      tx.query(
        `select kind, balance, count(*) as purses
         from (select split_part(id, ':', 3) as kind, balance from purse where owner_id is not null) as each
         group by kind, balance
         order by kind, balance`,
      ),
    );
    expect(balances).toEqual([
      { kind: 'free', balance: '9950000.00000000', purses: 500 },
      { kind: 'free', balance: '10043500.00000000', purses: 500 },
      { kind: 'wait', balance: '0.00000000', purses: 1_000 },
    ]);
    // Every purse holds the sum of the transfers into it less those out of it.
    const [wrong] = await store.database.transaction((tx) =>
      tx.query(
        `select count(*)::int as purses
         from purse
         left join (
           select id, sum(by) as moved
           from (
             select to_id as id, amount as by from ledger
             union all
             select from_id, -amount from ledger
           ) as each
           group by id
         ) as sums on sums.id = purse.id
         where sums.moved is distinct from purse.balance`,
      ),
    );
    expect(wrong).toEqual({ purses: 0 });
    await crowd.close();
    await store.drop();
  },
  PATIENCE_MS,
);
