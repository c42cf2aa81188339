// Which trades of a trader count in the statistics, and against what.
import { describe, expect, test } from 'vitest';
import type { BlockAccount } from '../account/commands.ts';
import { amount, toDecimal } from '../amount.ts';
import { BTC, ETH, SITE } from '../futures/testing.ts';
import { playerId, playerPurse } from '../purse.ts';
import { putPurse } from '../transfer.ts';
import type { CopytradeNote, LeadsNote } from './events.ts';
import {
  type Answer,
  answerOf,
  closeCopies,
  closeLead,
  end,
  follow,
  followedWorld,
  followIn,
  made,
  mirrorAll,
  moveTo,
  order,
  send,
  setTrader,
  TRADER,
  type World,
  worldWith,
} from './testing.ts';

function notesOf(answer: Answer): readonly CopytradeNote[] {
  const { notes = [] } = answer.ok ? answer.event : {};
  return notes.filter((note): note is CopytradeNote => note.product === 'copytrade');
}

const leadsOf = (answer: Answer): LeadsNote | undefined =>
  notesOf(answer).find((note): note is LeadsNote => note.kind === 'LEADS');

/** Of each counted fill, what the wallet held when its position was opened. */
const countedIn = (answer: Answer): readonly string[] =>
  leadsOf(answer)?.counted?.map(({ cash }) => toDecimal(cash)) ?? [];

const tradesIn = ({ book }: World): readonly string[] =>
  (book.copytrade.traders.get(TRADER)?.open ?? []).map(
    ({ instrument, cash }) => `${instrument} ${toDecimal(cash)}`,
  );

function trading(): World {
  const world = worldWith(2);
  made(setTrader(world), 'COPY_TRADER_SET');
  return world;
}

/** Brought in, or taken out. */
function bringIn({ book }: World, sum: string): void {
  const purse = book.purses.get(playerPurse(TRADER, 'FUTURES', 'free'))!;
  putPurse(book, { ...purse, balance: (purse.balance + amount(sum)) as typeof purse.balance });
}

describe('a trade of an active trader', () => {
  test('counts against what the wallet held when it was opened, whatever came in since', () => {
    const world = trading();
    expect(countedIn(order(world))).toEqual(['10000']);
    expect(tradesIn(world)).toEqual([`${BTC.instrument} 10000`]);
    bringIn(world, '90000');
    moveTo(world, '59000');
    expect(countedIn(closeLead(world, { size: '0.05' }))).toEqual(['10000']);
    expect(countedIn(closeLead(world))).toEqual(['10000']);
    expect(tradesIn(world)).toEqual([]);
  });

  test('that grows counts against the mean by quantity, and one that reverses begins anew', () => {
    const world = trading();
    order(world);
    bringIn(world, '7204.8');
    // 0.1 at 10,000 and 0.2 at 17,200, after a fee of 4.8.
    expect(countedIn(order(world, { size: '0.2' }))).toEqual(['14800']);
    const reversed = order(world, { side: 'SHORT', size: '0.4' });
    expect(countedIn(reversed)).toEqual(['14800', '17190.4']);
    expect(tradesIn(world)).toEqual([`${BTC.instrument} 17190.4`]);
  });

  test('is kept for each instrument, in rising order', () => {
    const world = trading();
    order(world, { terms: ETH, size: '1' });
    order(world);
    const [first, second] = [BTC.instrument, ETH.instrument].toSorted((a, b) => a - b);
    expect(tradesIn(world).map((line) => Number(line.split(' ')[0]))).toEqual([first, second]);
  });
});

describe('who has switched off', () => {
  test('cannot close a loss that does not count', () => {
    const world = trading();
    order(world);
    made(setTrader(world, { status: 'OFF' }, { session: 1 }), 'COPY_TRADER_SET');
    moveTo(world, '55000');
    const closed = order(world, { side: 'SHORT', session: 1 });
    expect(countedIn(closed)).toEqual(['10000']);
    expect(leadsOf(closed)?.leads).toEqual([]);
    expect(tradesIn(world)).toEqual([]);
  });

  test('trades without being counted', () => {
    const world = trading();
    made(setTrader(world, { status: 'OFF' }), 'COPY_TRADER_SET');
    expect(notesOf(order(world, { session: 1 }))).toEqual([]);
    expect(notesOf(order(world, { side: 'SHORT', session: 1 }))).toEqual([]);
  });
});

describe('an account that is blocked or closed', () => {
  const block = (world: World, player: number, more: Partial<BlockAccount> = {}): Answer =>
    send(world, { kind: 'BLOCK_ACCOUNT', site: SITE, player: playerId(player), ...more });

  test('is a trader no longer: nobody is left following, and nobody begins to', () => {
    const world = followedWorld({}, 3);
    order(world);
    mirrorAll(world);
    order(world);
    const blocked = block(world, 1);
    expect(notesOf(blocked).map(({ kind }) => kind)).toEqual(['STOPPED', 'DETACHED']);
    expect(world.book.copytrade.traders.get(TRADER)).toMatchObject({ status: 'OFF', since: world.now });
    expect([2, 3].map((player) => followIn(world, player).state)).toEqual(['DETACHED', 'DETACHED']);
    expect(world.book.copytrade.leads.size).toBe(0);
    made(closeCopies(world, 'OWN'), 'FUTURES_FILLED');
    made(end(world), 'COPY_ENDED');
    expect(answerOf(follow(world))).toBe('TRADER_NOT_ACCEPTING');
  });

  test('is not closed while its owner follows, but staff may block it', () => {
    const world = followedWorld();
    expect(answerOf(block(world, 2, { session: 1, unlessOpen: true }))).toBe('CLOSE_WHILE_FOLLOWING');
    expect(answerOf(block(world, 2))).toBe('ACCOUNT_BLOCKED');
    expect(followIn(world).state).toBe('ACTIVE');
  });
});
