// What the price watch of coin futures submits, and when it keeps still.
import { describe, expect, test } from 'vitest';
import { amount, type Price, price, rate } from '../amount.ts';
import { apply } from '../apply.ts';
import type { Book } from '../book.ts';
import { HOUSE, playerId } from '../purse.ts';
import { later, type Millis } from '../time.ts';
import { fundFutures } from './fund.ts';
import { moveMargin } from './margin.ts';
import {
  BTC,
  BTC_COIN,
  bookWith,
  ETH,
  eventFrom,
  execute,
  hold,
  NOON,
  positionOf,
  pricedAt,
  quoteAt,
  rest,
  restExit,
  SITE,
  setFree,
} from './testing.ts';
import {
  balancesIn,
  decideOne,
  follow,
  followed,
  names,
  tick,
  type World,
  worldOf,
} from './watch-testing.ts';

const btcAt = (world: World, mark: string, ms = 0, last = mark) =>
  tick(world, BTC.instrument, quoteAt(last, { mark, at: later(NOON, ms) }));
const ethAt = (world: World, mark: string, ms = 0) =>
  tick(world, ETH.instrument, quoteAt(mark, { at: later(NOON, ms) }));

/** C17: warned of at 57,286.4 and liquidated at 57,228.9. */
const isolated = (more: Parameters<typeof hold>[1] = {}) => {
  const book = bookWith();
  const position = hold(book, { marginType: 'ISOLATED', ...more });
  return { world: worldOf(book), position, name: `1 FUTURES ${position.id}` };
};

function fund(world: World, by: string, of = BTC): readonly string[] {
  const { book, watch } = world;
  const command = { kind: 'FUND_FUTURES', site: SITE, player: HOUSE, instrument: of.instrument } as const;
  const at = { contract: of.contract, dueAt: world.now, rate: rate(by), mark: price('60000') };
  const decision = fundFutures(book, { ...command, ...at }, { now: world.now, eventId: book.lastEvent + 1 });
  const event = eventFrom(decision, 'FUTURES_FUNDED');
  apply(book, event);
  return [...names(follow(world, event)), ...names(watch.reviewSome(1_000, world.now))];
}

describe('an isolated position', () => {
  test('C26, C17: is warned of and liquidated on the first mark that does it', () => {
    const { world, name } = isolated();
    expect(btcAt(world, '57286.5')).toEqual([]);
    const [warning] = btcAt(world, '57286.4');
    expect(names([warning!])).toEqual([`warn ${name}`]);
    expect(followed(world, decideOne(world, warning!))).toEqual([]);
    expect(btcAt(world, '57229')).toEqual([]);
    expect(names(btcAt(world, '57228.9'))).toEqual([`liquidate ${name}`]);
  });

  test('of which a warning is under way is liquidated all the same', () => {
    const { world, name } = isolated();
    expect(names(btcAt(world, '57280'))).toEqual([`warn ${name}`]);
    expect(btcAt(world, '57279')).toEqual([]);
    expect(names(btcAt(world, '57000'))).toEqual([`liquidate ${name}`]);
    expect(btcAt(world, '56000')).toEqual([]);
  });

  test('is submitted once while the answer is awaited, and again when it was refused', () => {
    const { world, name } = isolated();
    const [command] = btcAt(world, '57000');
    expect(names([command!])).toEqual([`liquidate ${name}`]);
    expect(btcAt(world, '56990')).toEqual([]);
    world.watch.refused(command!);
    expect(ethAt(world, '3000')).toEqual([]);
    expect(names(btcAt(world, '56980'))).toEqual([`liquidate ${name}`]);
  });

  test('is warned of again when the warning was refused', () => {
    const { world, name } = isolated();
    const [warning] = btcAt(world, '57280');
    world.watch.refused(warning!);
    expect(names(btcAt(world, '57279'))).toEqual([`warn ${name}`]);
  });

  test('is warned of anew after the ratio was below 70 %, and not within a minute', () => {
    const { world, name } = isolated();
    const warn = (ms: number) => {
      const commands = btcAt(world, '57280', ms);
      for (const each of commands) followed(world, decideOne(world, each));
      return names(commands);
    };
    expect(warn(0)).toEqual([`warn ${name}`]);
    // 114.64 / 160 = 71.6 %: not low enough.
    btcAt(world, '57320', 70_000);
    expect(warn(70_100)).toEqual([]);
    btcAt(world, '57330', 70_200);
    expect(warn(70_300)).toEqual([`warn ${name}`]);
    btcAt(world, '57400', 70_400);
    expect(warn(70_500)).toEqual([]);
    btcAt(world, '57400', 140_000);
    expect(warn(140_100)).toEqual([`warn ${name}`]);
  });

  test('that was warned of before a start is not warned of again while the ratio is high', () => {
    const { world } = isolated({ warnedAt: later(NOON, -600_000) });
    expect(btcAt(world, '57280')).toEqual([]);
    btcAt(world, '57400', 100);
    expect(names(btcAt(world, '57280', 200))).toHaveLength(1);
  });

  test('is guarded from the start by a price from before it, however old', () => {
    const book = bookWith();
    const { id } = hold(book, { marginType: 'ISOLATED' });
    const world = worldOf(book);
    const { watch } = world;
    watch.remember(BTC.instrument, { ...quoteAt('60000'), ts: 0 as Millis }, NOON);
    watch.start(balancesIn(book), NOON);
    expect(names(watch.tick(BTC.instrument, quoteAt('57280'), NOON))).toEqual([`warn 1 FUTURES ${id}`]);
  });

  test('is guarded anew when its margin or its funding changes', () => {
    const { world, position, name } = isolated();
    btcAt(world, '60000');
    const moved = execute(world.book, moveMargin, {
      kind: 'MOVE_FUTURES_MARGIN',
      site: SITE,
      player: playerId(1),
      position: position.id,
      amount: amount('500'),
      terms: BTC,
      quote: quoteAt('60000'),
      priced: [pricedAt(BTC, '60000')],
    });
    expect(followed(world, moved)).toEqual([]);
    // C20: 56,224.8 with 500 more.
    expect(names(btcAt(world, '56290'))).toEqual([]);
    expect(fund(world, '0.01')).toEqual([`liquidate ${name}`]);
  });

  test('of another wallet is judged by its own mark', () => {
    const book = bookWith();
    const held = hold(book, { terms: BTC_COIN, qty: '1000', leverage: 50, marginType: 'ISOLATED' });
    const world = worldOf(book);
    expect(btcAt(world, '10')).toEqual([]);
    expect(names(tick(world, BTC_COIN.instrument, quoteAt('58000')))).toEqual([`liquidate 1 BTC ${held.id}`]);
  });
});

describe('a cross account', () => {
  const opened = (credit: string) => {
    const book = bookWith(1, { credit });
    hold(book, { qty: '1' });
    hold(book, { terms: ETH, qty: '20', entry: '3000' });
    const world = worldOf(book);
    btcAt(world, '60000');
    ethAt(world, '3000');
    return world;
  };

  test('is liquidated when its positions together have lost what it had, though none has alone', () => {
    const world = opened('2500');
    expect(btcAt(world, '59000')).toEqual([]);
    expect(names(ethAt(world, '2949.9'))).toEqual(['warn 1 FUTURES cross']);
    const [command] = ethAt(world, '2948');
    expect(names([command!])).toEqual(['liquidate 1 FUTURES cross']);
    expect(command).toMatchObject({ wallet: 'FUTURES', isAfterGap: false });
    expect('priced' in command! && command.priced.map(({ terms }) => terms.instrument)).toEqual([
      BTC.instrument,
      ETH.instrument,
    ]);
  });

  test('is judged anew when money leaves its wallet', () => {
    const world = opened('5000');
    setFree(world.book, '500');
    const event = { kind: 'HELD', steps: [], transfers: [], after: [...balancesIn(world.book)] };
    expect(names(world.watch.follow(event as never, world.now))).toEqual(['liquidate 1 FUTURES cross']);
  });

  test('is not judged on old prices alone, and silence of one instrument does not shield it', () => {
    const world = opened('2500');
    expect(names(btcAt(world, '57000', 2_000))).toEqual(['liquidate 1 FUTURES cross']);
    const other = opened('2500');
    // A tick that is old when it comes.
    const old = quoteAt('57000', { at: later(NOON, 1) });
    expect(other.watch.tick(BTC.instrument, old, later(NOON, 9_000))).toEqual([]);
    expect(names(btcAt(other, '57000', 9_100))).toEqual(['liquidate 1 FUTURES cross']);
  });

  test('of which not everything has had a price since the start waits for it as long as a price is fresh', () => {
    const book = bookWith(1, { credit: '2500' });
    hold(book, { qty: '1' });
    hold(book, { terms: ETH, qty: '20', entry: '3000' });
    const world = worldOf(book);
    expect(btcAt(world, '57000', 1_000)).toEqual([]);
    expect(btcAt(world, '57000', 3_000)).toEqual([]);
    const [command] = btcAt(world, '57000', 3_001);
    expect(names([command!])).toEqual(['liquidate 1 FUTURES cross']);
    expect(decideOne(world, command!).ok).toBe(true);
  });

  test('says when it is judged on the first price after a gap', () => {
    const world = opened('2500');
    expect(btcAt(world, '57000', 60_000)).toMatchObject([{ isAfterGap: true }]);
  });

  test('that stays after a part of it was liquidated is guarded again', () => {
    const book = bookWith(1, { credit: '15000' });
    hold(book, { terms: ETH, qty: '20', entry: '3000' });
    hold(book, { qty: '10' });
    const world = worldOf(book);
    ethAt(world, '2970');
    const [command] = btcAt(world, '59000');
    expect(followed(world, decideOne(world, command!))).toEqual([]);
    expect(positionOf(book, ETH)).toBeDefined();
    // 1,578 is left: 20 × (3,000 − P) = 1,578 − maintenance.
    expect(names(ethAt(world, '2934.6'))).toEqual(['warn 1 FUTURES cross']);
    expect(names(ethAt(world, '2933.1'))).toEqual(['liquidate 1 FUTURES cross']);
  });
});

describe('funding', () => {
  test('is judged in slices, and what a price reaches meanwhile at once', () => {
    const book: Book = bookWith(40, { credit: '1' });
    for (let player = 1; player <= 40; player++) {
      // 0.1 BTC with 50 of margin: liquidated by 26 and more of loss and funding together.
      setFree(book, '50', { player });
      hold(book, { player, qty: '0.1' });
    }
    const world = worldOf(book);
    btcAt(world, '60000');
    const command = { kind: 'FUND_FUTURES', site: SITE, player: HOUSE, instrument: BTC.instrument } as const;
    const due = { contract: BTC.contract, dueAt: world.now, rate: rate('0.01'), mark: price('60000') };
    const context = { now: world.now, eventId: book.lastEvent + 1 };
    const event = eventFrom(fundFutures(book, { ...command, ...due }, context), 'FUTURES_FUNDED');
    apply(book, event);
    expect(follow(world, event)).toEqual([]);
    expect(world.watch.isBehind(world.now)).toBe(true);
    expect(world.watch.reviewSome(10, world.now)).toHaveLength(10);
    expect(btcAt(world, '59700')).toHaveLength(30);
    expect(world.watch.reviewSome(1_000, world.now)).toEqual([]);
    expect(world.watch.isBehind(world.now)).toBe(false);
  });

  test('that is due makes a liquidation wait, which is tried again with the next price', () => {
    const { world, name } = isolated();
    const eight = 8 * 3_600_000;
    const [command] = btcAt(world, '57000', eight);
    const refused = decideOne(world, command!);
    expect(refused).toMatchObject({ ok: false, refusal: 'FUNDING_DUE' });
    world.watch.refused(command!);
    expect(fund(world, '0.0001')).toEqual([`liquidate ${name}`]);
    expect(decideOne(world, command!).ok).toBe(true);
  });
});

describe('orders', () => {
  const worldWith = (place: (book: Book) => void, credit = '10000') => {
    const book = bookWith(1, { credit });
    place(book);
    return worldOf(book);
  };

  test('of one tick come in the order of the rules: stop-losses, take-profits, triggers, limits', () => {
    const ids: Record<string, number> = {};
    const world = worldWith((book) => {
      const position = hold(book, { qty: '0.01' });
      const stop = { type: 'STOPMARKET', fires: 'AT_OR_BELOW', trigger: '59500' } as const;
      ids['limit'] = rest(book, { price: '59600' }).id;
      ids['trigger'] = rest(book, stop).id;
      ids['profit'] = restExit(book, position, { type: 'TAKEPROFIT', by: 'mark', trigger: '59000' }).id;
      ids['trail'] = restExit(book, position, {
        type: 'TRAILINGSTOP',
        trailing: { callback: rate('0.01'), extreme: { price: price('60300'), ts: NOON, seq: 1 } },
      }).id;
      ids['loss'] = restExit(book, position, { trigger: '59500' }).id;
    });
    const order = ['trail', 'loss', 'profit', 'trigger', 'limit'];
    expect(names(btcAt(world, '60000', 0, '59450'))).toEqual(order.map((each) => `fill ${ids[each]}`));
  });

  test('carry the prices of all cross positions of their wallet, and how far the price went', () => {
    const world = worldWith((book) => {
      hold(book, { terms: ETH, qty: '1', entry: '3000' });
      hold(book, { terms: BTC_COIN, qty: '100' });
      const position = hold(book, { qty: '0.01' });
      restExit(book, position, {
        type: 'TRAILINGSTOP',
        trailing: { callback: rate('0.01'), activation: price('60500') },
      });
    });
    ethAt(world, '3000');
    for (const last of ['60000', '59000', '60600', '61000']) expect(btcAt(world, last)).toEqual([]);
    const [command] = btcAt(world, '60390');
    expect(command).toMatchObject({ kind: 'FILL_FUTURES_ORDER', extreme: { price: price('61000') } });
    const instruments = 'priced' in command! ? command.priced.map(({ terms }) => terms.instrument) : [];
    expect(instruments.sort()).toEqual([BTC.instrument, ETH.instrument]);
  });

  test('with a trigger and a limit wait for one after the other', () => {
    const world = worldWith((book) => {
      rest(book, {
        type: 'STOPLIMIT',
        state: 'WAITING',
        fires: 'AT_OR_ABOVE',
        trigger: '60500',
        price: '60400',
      });
    });
    expect(btcAt(world, '60499')).toEqual([]);
    const [trigger] = btcAt(world, '60500');
    expect(followed(world, decideOne(world, trigger!))).toEqual([]);
    expect(btcAt(world, '60600')).toEqual([]);
    const [fill] = btcAt(world, '60400');
    expect(fill).toMatchObject({ kind: 'FILL_FUTURES_ORDER' });
    expect(decideOne(world, fill!).ok).toBe(true);
  });

  test('are left alone on an old price and while the instrument is stopped', () => {
    const world = worldWith((book) => void rest(book, { price: '59000' }));
    const old = quoteAt('58000', { at: NOON });
    expect(world.watch.tick(BTC.instrument, old, later(NOON, 3_001) as Millis)).toEqual([]);
    world.terms.set(BTC.instrument, { ...BTC, mode: 'STOPPED' });
    expect(btcAt(world, '58000', 4_000)).toEqual([]);
    world.terms.set(BTC.instrument, BTC);
    expect(btcAt(world, '58000', 4_001)).toHaveLength(1);
  });

  test('that follow the price say how far it went once a minute, and a restart begins there', () => {
    const book = bookWith();
    const position = hold(book, { qty: '0.01' });
    const trailing = { callback: rate('0.01'), extreme: { price: price('60000'), ts: NOON, seq: 1 } };
    restExit(book, position, { type: 'TRAILINGSTOP', trailing });
    const world = worldOf(book);
    btcAt(world, '62000', 1_000);
    expect(world.watch.reviewSome(10, world.now)).toEqual([]);
    world.now = later(NOON, 60_000);
    const [trail] = world.watch.reviewSome(10, world.now);
    expect(trail).toMatchObject({ kind: 'TRAIL_FUTURES_ORDER', extreme: { price: price('62000') } });
    expect(followed(world, decideOne(world, trail!))).toEqual([]);
    world.now = later(NOON, 120_000);
    expect(world.watch.reviewSome(10, world.now)).toEqual([]);

    const restarted = worldOf(book);
    restarted.watch.recall(BTC.instrument, [quoteAt('63000', { at: later(NOON, 61_000) })]);
    expect(btcAt(restarted, '62371', 130_000)).toEqual([]);
    expect(btcAt(restarted, '62370', 130_001)).toHaveLength(1);
  });
});

test('a price is compared in units, whatever the tick is', () => {
  const { world, name } = isolated();
  const at = (mark: bigint) =>
    names(tick(world, BTC.instrument, { ...quoteAt('57300'), mark: mark as Price }));
  // Exactly 57,286.43216080… is the warning.
  expect(at(57_286_43216081n)).toEqual([]);
  expect(at(57_286_43216080n)).toEqual([`warn ${name}`]);
});
