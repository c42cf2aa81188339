// An invented product whose accounts must be closed once their money is below the mark of what they hold. One player
// has two wallets, which are judged apart, and a position that is judged alone.
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
const [BITCOIN, ETHER, RIPPLE] = [11, 12, 13];
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
  /** Of a position that is judged alone. */
  readonly margin?: Amount;
}

interface Types {
  readonly order: Order;
  readonly position: Position;
  readonly account: { readonly orders: Map<number, Order>; readonly positions: Map<number, Position> };
  readonly terms: { readonly instrument: number; readonly staleMs: number };
  readonly quote: Quote;
  readonly command: { readonly player: PlayerId; readonly close: WalletType | number };
}

const legs = createLegs({ ORDER: 'ORDER', GUARD: 'POSITION' });

const position = (id: number, instrument: number, wallet: WalletType, margin?: string): Position => ({
  id,
  player: ONE,
  site: SITE,
  instrument,
  wallet,
  ...(margin === undefined ? undefined : { margin: amount(margin) }),
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

const touched = { kind: 'TOUCHED', steps: [{ player: ONE, seq: 1 }], transfers: [], after: [] };

const paid = (wallet: WalletType, balance: string): AnyEvent =>
  ({ kind: 'REFILLED', steps: [], transfers: [], after: [free(wallet, balance)] }) as unknown as AnyEvent;

const partOf = ({ id, wallet, margin }: Position) =>
  margin === undefined ? { wallet } : { wallet, position: id };

function worldOf() {
  const held = [position(5, BITCOIN, 'USDT'), position(4, ETHER, 'ETH'), position(6, RIPPLE, 'USDT', '7')];
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
      touched: ({ steps }) => steps.map(({ player }) => player),
      levelsOfOrder: () => [],
      levelsOfPosition: () => [],
      isFillable: () => true,
      partOf,
      judge({ player, wallet, position: alone, account: { positions }, free: inWallet }, { pricedOf }) {
        const own = [...positions.values()].find((each) =>
          alone === undefined ? each.wallet === wallet && each.margin === undefined : each.id === alone,
        );
        const mark = own && pricedOf(own)?.quote.mark;
        if (own === undefined || mark === undefined) return 'LATER';
        const money = own.margin ?? inWallet;
        if (money < (mark as bigint)) return { command: { player, close: alone ?? wallet } };
        const level: Level = {
          id: legs.idOf(own.id, 'GUARD'),
          by: 'mark',
          fires: 'AT_OR_ABOVE',
          level: (money + 1n) as Price,
        };
        return { guards: [{ instrument: own.instrument, level }] };
      },
      commandOf: (_, { player, id }) => ({ player, close: id }),
      rankOf: () => 0,
      judgedBy: () => undefined,
      targetOf: ({ close }) => ({
        part: typeof close === 'string' ? { wallet: close } : { wallet: 'USDT', position: close },
      }),
    },
  });
  watch.start([free('USDT', '100'), free('ETH', '10')], NOW);
  return { watch, account };
}

describe('an account', () => {
  test('is judged by the mark and by the free money of its own wallet', () => {
    const { watch } = worldOf();
    expect(watch.tick(BITCOIN, quote('100'), NOW)).toEqual([]);
    expect(watch.tick(ETHER, quote('10'), NOW)).toEqual([]);
    expect(watch.tick(ETHER, quote('10.5'), NOW)).toEqual([{ player: ONE, close: 'ETH' }]);
    expect(watch.tick(BITCOIN, quote('100'), NOW)).toEqual([]);
    expect(watch.follow(paid('USDT', '99'), NOW)).toEqual([{ player: ONE, close: 'USDT' }]);
  });

  test('that was submitted is not submitted again before it is refused', () => {
    const { watch } = worldOf();
    watch.tick(BITCOIN, quote('1'), NOW);
    const [asked] = watch.tick(ETHER, quote('11'), NOW);
    expect(watch.tick(ETHER, quote('12'), NOW)).toEqual([]);
    expect(watch.follow(paid('ETH', '9'), NOW)).toEqual([]);
    watch.refused(asked!);
    expect(watch.tick(BITCOIN, quote('2'), NOW)).toEqual([]);
    expect(watch.tick(ETHER, quote('12'), NOW)).toEqual([asked]);
  });

  test('of a single position is judged by its own margin, and ends with the position', () => {
    const { watch, account } = worldOf();
    expect(watch.tick(RIPPLE, quote('7'), NOW)).toEqual([]);
    expect(watch.follow(paid('USDT', '1'), NOW)).toEqual([]);
    const [asked] = watch.tick(RIPPLE, quote('8'), NOW);
    expect(asked).toEqual({ player: ONE, close: 6 });
    watch.refused(asked!);
    account.positions.delete(RIPPLE);
    watch.follow(touched as unknown as AnyEvent, NOW);
    expect(watch.tick(RIPPLE, quote('9'), NOW)).toEqual([]);
  });

  test('that ended is judged anew when it begins again, with the money of then', () => {
    const { watch, account } = worldOf();
    watch.tick(BITCOIN, quote('50'), NOW);
    const held = account.positions.get(BITCOIN)!;
    account.positions.delete(BITCOIN);
    watch.follow(touched as unknown as AnyEvent, NOW);
    expect(watch.follow(paid('USDT', '40'), NOW)).toEqual([]);
    account.positions.set(BITCOIN, { ...held, id: 9 });
    expect(watch.follow({ ...touched, after: [free('USDT', '40')] } as unknown as AnyEvent, NOW)).toEqual([
      { player: ONE, close: 'USDT' },
    ]);
  });

  test('with the oldest position comes first when several are due at once', () => {
    const { watch } = worldOf();
    watch.remember(BITCOIN, quote('101'));
    watch.remember(ETHER, quote('11'));
    watch.termsChanged(NOW);
    expect(watch.reviewSome(10, NOW).map(({ close }) => close)).toEqual(['ETH', 'USDT']);
  });
});
