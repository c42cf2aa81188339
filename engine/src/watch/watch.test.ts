// A level that the rules move themselves: an invented order to sell that follows the price up and is submitted once the
// price has come back by ten.
import { expect, test } from 'vitest';
import { type Price, price } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import { playerId, siteId } from '../purse.ts';
import { type Millis, millis } from '../time.ts';
import { createLegs } from './legs.ts';
import type { WatchedOrder, WatchTypes } from './rules.ts';
import { createWatch } from './watch.ts';

interface Types extends WatchTypes {
  readonly command: {
    readonly player: ReturnType<typeof playerId>;
    readonly sell: number;
    readonly top: Price;
  };
}

const NOW = millis(1_000);
const BACK = price('10');
const INSTRUMENT = 7;
const legs = createLegs({ FURTHER: 'ORDER', BACK: 'ORDER' });
const quote = (last: string): Quote => {
  const at = price(last);
  return { ts: NOW, seq: 1, last: at, bid: at, ask: at };
};

function followed(isFillable: () => boolean = () => true) {
  const player = playerId(1);
  const order: WatchedOrder = {
    id: 3,
    player,
    site: siteId(1),
    instrument: INSTRUMENT,
    isUnpriced: false,
    placedAt: 0 as Millis,
  };
  const orders = new Map([[order.id, order]]);
  let top = price('100');
  const watch = createWatch<Types>({
    state: { accounts: new Map([[player, { orders, positions: new Map() }]]), orders, positions: new Map() },
    termsOf: () => ({ instrument: INSTRUMENT, staleMs: 5_000 }),
    rules: {
      legs,
      touched: () => [],
      levelsOfOrder: ({ id }) => [
        { id: legs.idOf(id, 'FURTHER'), by: 'last', fires: 'AT_OR_ABOVE', level: (top + 1n) as Price },
        { id: legs.idOf(id, 'BACK'), by: 'last', fires: 'AT_OR_BELOW', level: (top - BACK) as Price },
      ],
      levelsOfPosition: () => [],
      isFillable,
      partsOf: () => [],
      judge: () => 'LATER',
      commandOf(leg, owner, reached) {
        if (legs.legOf(leg) === 'BACK') return { player, sell: owner.id, top };
        top = reached.quote.last;
        return undefined;
      },
      rankOf: () => 0,
      judgedBy: () => undefined,
      targetOf: ({ sell }) => ({ leg: legs.idOf(sell, 'BACK') }),
    },
  });
  watch.start([], NOW);
  return (last: string) => watch.tick(INSTRUMENT, quote(last), NOW).map((command) => command.top);
}

test('a level that the rules move is watched where they moved it', () => {
  const tick = followed();
  expect(['100', '120', '111', '130'].map(tick)).toEqual([[], [], [], []]);
  expect(tick('121')).toEqual([]);
  expect(tick('120')).toEqual([price('130')]);
  expect(tick('119')).toEqual([]);
});

test('nothing is moved by a price on which nothing may happen', () => {
  let isFillable = false;
  const tick = followed(() => isFillable);
  expect(tick('150')).toEqual([]);
  isFillable = true;
  expect(tick('91')).toEqual([]);
  expect(tick('90')).toEqual([price('100')]);
});
