// Two wallets of one player, judged apart: an invented product whose accounts must be closed once their free money is
// below the mark of what they hold.
import { describe, expect, test } from 'vitest';
import { type Amount, amount, type Price, price } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import type { AnyEvent } from '../products.ts';
import { type PlayerId, playerId, playerPurse, type SiteId, siteId, type WalletType } from '../purse.ts';
import { type Millis, millis } from '../time.ts';
import { createLegs } from './legs.ts';
import type { Level } from './levels.ts';
import { createWatch } from './watch.ts';

const SITE = siteId(1);
const ONE = playerId(1);
const [BITCOIN, ETHER] = [11, 12];
const NOW = millis(1_000);

interface Order {
  readonly id: number;
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly instrument: number;
  readonly isUnpriced: boolean;
  readonly placedAt: Millis;
}

interface Position extends Omit<Order, 'isUnpriced' | 'placedAt'> {
  readonly wallet: WalletType;
}

interface Types {
  readonly order: Order;
  readonly position: Position;
  readonly account: { readonly orders: Map<number, Order>; readonly positions: Map<number, Position> };
  readonly terms: { readonly instrument: number; readonly staleMs: number };
  readonly quote: Quote;
  readonly command: { readonly player: PlayerId; readonly close: WalletType };
}

const legs = createLegs({ ORDER: 'ORDER', GUARD: 'POSITION' });

const position = (id: number, instrument: number, wallet: WalletType): Position => ({
  id,
  player: ONE,
  site: SITE,
  instrument,
  wallet,
});

const quote = (mark: string): Quote => ({
  ts: NOW,
  seq: 1,
  last: price('1'),
  bid: price('1'),
  ask: price('1'),
  mark: price(mark),
});

const free = (wallet: WalletType, balance: string) => ({
  purse: playerPurse(ONE, wallet, 'free'),
  balance: amount(balance),
});

const paid = (wallet: WalletType, balance: string): AnyEvent =>
  ({ kind: 'REFILLED', steps: [], transfers: [], after: [free(wallet, balance)] }) as unknown as AnyEvent;

function worldOf() {
  const held = [position(5, BITCOIN, 'USDT'), position(4, ETHER, 'ETH')];
  const account = { orders: new Map(), positions: new Map(held.map((each) => [each.instrument, each])) };
  const watch = createWatch<Types>({
    state: {
      accounts: new Map([[ONE, account]]),
      orders: new Map(),
      positions: new Map(held.map((each) => [each.id, each])),
    },
    termsOf: (_, instrument) => ({ instrument, staleMs: 5_000 }),
    rules: {
      legs,
      isGuard: (leg) => legs.legOf(leg) === 'GUARD',
      isOwn: () => false,
      levelOfOrder: ({ id }) => ({
        id: legs.idOf(id, 'ORDER'),
        by: 'last',
        fires: 'AT_OR_ABOVE',
        level: price('9'),
      }),
      levelsOfPosition: () => [],
      isFillable: () => true,
      judge({ player, wallet, account: { positions }, free: money }, { pricedOf }) {
        const [own] = [...positions.values()].filter((each) => each.wallet === wallet);
        const mark = own && pricedOf(own)?.quote.mark;
        if (own === undefined || mark === undefined) return 'LATER';
        if (money < (mark as bigint as Amount)) return { command: { player, close: wallet } };
        const level: Level = {
          id: legs.idOf(own.id, 'GUARD'),
          by: 'mark',
          fires: 'AT_OR_ABOVE',
          level: (money + 1n) as Price,
        };
        return { guards: [{ instrument: own.instrument, level }] };
      },
      commandOf: (_, { player }) => ({ player, close: 'USDT' }),
      rankOf: () => 0,
      judgedBy: () => undefined,
      targetOf: ({ close }) => ({ wallet: close }),
    },
  });
  watch.start([free('USDT', '100'), free('ETH', '10')], NOW);
  return watch;
}

describe('an account', () => {
  test('is judged by the mark and by the free money of its own wallet', () => {
    const watch = worldOf();
    expect(watch.tick(BITCOIN, quote('100'), NOW)).toEqual([]);
    expect(watch.tick(ETHER, quote('10'), NOW)).toEqual([]);
    expect(watch.tick(ETHER, quote('10.5'), NOW)).toEqual([{ player: ONE, close: 'ETH' }]);
    expect(watch.tick(BITCOIN, quote('100'), NOW)).toEqual([]);
    expect(watch.follow(paid('USDT', '99'), NOW)).toEqual([{ player: ONE, close: 'USDT' }]);
  });

  test('that was submitted is not submitted again before it is refused', () => {
    const watch = worldOf();
    watch.tick(BITCOIN, quote('1'), NOW);
    const [asked] = watch.tick(ETHER, quote('11'), NOW);
    expect(watch.tick(ETHER, quote('12'), NOW)).toEqual([]);
    expect(watch.follow(paid('ETH', '9'), NOW)).toEqual([]);
    watch.refused(asked!);
    expect(watch.tick(BITCOIN, quote('2'), NOW)).toEqual([]);
    expect(watch.tick(ETHER, quote('12'), NOW)).toEqual([asked]);
  });

  test('with the oldest position comes first when several are due at once', () => {
    const watch = worldOf();
    watch.remember(BITCOIN, quote('101'));
    watch.remember(ETHER, quote('11'));
    expect(watch.termsChanged(NOW).map(({ close }) => close)).toEqual(['ETH', 'USDT']);
  });
});
