// The requests of players about overseas futures: orders of every kind near the market and at every edge, cancelled,
// doubled and late, distances of take-profit and stop-loss, and overnight flags. The server adds settings and the live
// price.
import { type Amount, type Price, priceOfUnits } from '@maru/engine/amount';
import type {
  CancelOverseaOrder,
  CancelOverseaOrders,
  OrderType,
  PlaceOverseaOrder,
  SetOverseaOvernight,
  SetOverseaTpsl,
} from '@maru/engine/oversea/commands';
import type { OrderSide } from '@maru/engine/oversea/terms';
import { playerId, siteId } from '@maru/engine/purse';
import { type Dice, diceFor } from '../dice.ts';
import type { ProductAsk } from '../product.ts';
import { type Sender, siteOf } from '../workload.ts';
import { INSTRUMENTS, type Instrument, overseaTermsAt, quoteAt } from './market.ts';
import type { TwinOrder, TwinPosition } from './twin.ts';

export type OverseaAskCommand =
  | PlaceOverseaOrder
  | CancelOverseaOrder
  | CancelOverseaOrders
  | SetOverseaTpsl
  | SetOverseaOvernight;

export interface OverseaKnowledge extends Sender {
  readonly seed: number;
  /** How many of the instruments are traded in this run. */
  readonly instruments: number;
  readonly clockMs: number;
  readonly orders: readonly TwinOrder[];
  readonly positions: readonly TwinPosition[];
  readonly strangersOrder: number;
}

export function overseaAskOf(index: number, know: OverseaKnowledge): ProductAsk<OverseaAskCommand> {
  const { seed, player, sites, clockMs, orders, positions } = know;
  const dice = diceFor(seed, 'workload', player, 5_000_000 + index);
  const ownSite = siteOf(player, sites);
  const common = {
    site: siteId(sites > 1 && dice.chance(0.01) ? siteOf(player + 1, sites) : ownSite),
    player: playerId(player),
    session: dice.chance(0.02) ? know.session - 1 : know.session,
  };
  const stamp = (command: OverseaAskCommand, at: number): OverseaAskCommand => {
    if (!('terms' in command)) return command;
    const instrument = instrumentOf(command.terms.instrument);
    const terms = overseaTermsAt(seed, instrument, ownSite, at);
    return 'quote' in command
      ? { ...command, terms, quote: quoteAt(seed, instrument, at) }
      : { ...command, terms };
  };
  const twice = dice.chance(0.12);
  const keyed = (fingerprint: string) => ({
    key: { key: dice.chance(0.04) && index > 0 ? `x${index - 1}` : `x${index}`, fingerprint },
  });
  const held = positions[dice.below(Math.max(1, positions.length))];
  const draw = dice.below(100);
  if (orders.length > 0 && draw < 14) {
    const known = orders[dice.below(orders.length)]?.id ?? 0;
    const order = dice.chance(0.15) ? dice.pick([know.strangersOrder, 0, -1, 1.5]) : known;
    const command = { kind: 'CANCEL_OVERSEA_ORDER', ...common, order, ...keyed(`cancel ${order}`) } as const;
    return { command, twice, stamp };
  }
  if (draw > 95) {
    const instrument = dice.chance(0.5) ? INSTRUMENTS[dice.below(know.instruments)]?.id : undefined;
    const rest = instrument === undefined ? {} : { instrument };
    const command = {
      kind: 'CANCEL_OVERSEA_ORDERS',
      ...common,
      ...rest,
      ...keyed(`all ${instrument}`),
    } as const;
    return { command, twice, stamp };
  }
  if (held !== undefined && draw < 42) {
    const instrument = instrumentOf(held.instrument);
    const terms = overseaTermsAt(seed, instrument, ownSite, clockMs);
    const position = dice.chance(0.06) ? dice.pick([held.id + 1, 0]) : held.id;
    if (draw < 24) {
      const tpTick = ticksOf(dice) ?? held.tpTick;
      const slTick = ticksOf(dice) ?? held.slTick;
      const fingerprint = keyed(`tpsl ${position} ${tpTick} ${slTick}`);
      const ticks = { position, tpTick, slTick };
      const quote = quoteAt(seed, instrument, clockMs);
      return {
        command: { kind: 'SET_OVERSEA_TPSL', ...common, ...ticks, terms, quote, ...fingerprint },
        twice,
        stamp,
      };
    }
    const isActive = dice.chance(0.1) ? held.overnight : !held.overnight;
    const fingerprint = keyed(`overnight ${position} ${isActive}`);
    return {
      command: { kind: 'SET_OVERSEA_OVERNIGHT', ...common, position, isActive, terms, ...fingerprint },
      ...{ twice, stamp },
    };
  }
  const order = orderOf(dice, know, held);
  // Dice of their own: the other requests of a seed stay what they were.
  const guardDice = diceFor(seed, 'workload', player, 7_000_000 + index);
  const isGuarded = guardDice.chance(0.3);
  const guard = {
    once: guardDice.pick([1, 2, 5, 10]),
    ticks: guardDice.pick([1, 4, 20, 1_000]),
    total: guardDice.pick([1, 3, 8, 40]),
  };
  const { side, type, qty, price, reduceOnly, tpTick, slTick, instrument } = order;
  const terms = overseaTermsAt(seed, instrument, ownSite, clockMs);
  const quote = quoteAt(seed, instrument, clockMs);
  const fingerprint = `${instrument.id} ${side} ${type} ${qty} ${price} ${reduceOnly} ${tpTick} ${slTick}`;
  const asked = {
    ...{ side, type, qty, reduceOnly, terms, quote },
    ...(price === undefined ? {} : { price }),
    ...(tpTick === undefined ? {} : { tpTick }),
    ...(slTick === undefined ? {} : { slTick }),
    ...(isGuarded ? { guard } : {}),
  };
  return {
    command: { kind: 'PLACE_OVERSEA_ORDER', ...common, ...asked, ...keyed(fingerprint) },
    twice,
    stamp,
  };
}

export function instrumentOf(id: number): Instrument {
  return INSTRUMENTS.find((each) => each.id === id) ?? INSTRUMENTS[0];
}

/** Mostly a few ticks; sometimes off, and sometimes invalid. */
function ticksOf(dice: Dice): number | undefined {
  if (dice.chance(0.4)) return undefined;
  return dice.chance(0.05)
    ? dice.pick([-1, 0.5, 100_001, Number.NaN])
    : dice.pick([0, 0, 1, 2, 4, 7, 12, 40]);
}

function orderOf(dice: Dice, know: OverseaKnowledge, held: TwinPosition | undefined) {
  const { seed, clockMs, instruments } = know;
  const isOnHeld = held !== undefined && dice.chance(0.6);
  const instrument = isOnHeld
    ? instrumentOf(held.instrument)
    : (INSTRUMENTS[(dice.chance(0.5) ? know.player : dice.below(instruments)) % instruments] ??
      INSTRUMENTS[0]);
  const against: OrderSide = held?.side === 'LONG' ? 'SHORT' : 'LONG';
  // Most players prefer one side, so that they hold instruments that run against each other.
  const leaning: OrderSide = know.player % 2 === 0 ? 'LONG' : 'SHORT';
  const usually = dice.pick([leaning, leaning, 'LONG', 'SHORT']);
  // Every third player keeps adding, which makes means that are no price.
  const isAdding = know.player % 3 === 0 && dice.chance(0.7);
  const side: OrderSide = isAdding ? leaning : isOnHeld && dice.chance(0.45) ? against : usually;
  const type: OrderType = dice.pick([
    'MARKET',
    'MARKET',
    'MARKET',
    'LIMIT',
    'LIMIT',
    'STOPMARKET',
    'STOPMARKET',
  ]);
  const near = isOnHeld ? [held.qty, held.qty, held.qty + 2, held.qty - 1] : [];
  const usual = [1, 1, 2, 2, 3, 5, ...near];
  const odd = dice.chance(0.04);
  const qty = odd
    ? dice.pick([0, -1, 1.5, 7, 13, 1_000, Number.NaN])
    : isAdding
      ? dice.pick([1, 1, 2])
      : Math.max(1, usual[dice.below(usual.length)] ?? 1);
  const hasTicks = dice.chance(0.45);
  return {
    ...{ instrument, side, type, qty },
    price: type === 'MARKET' ? undefined : priceOf(dice, seed, instrument, clockMs),
    reduceOnly: dice.chance(isOnHeld && side === against ? 0.45 : 0.04),
    tpTick: hasTicks ? ticksOf(dice) : undefined,
    slTick: hasTicks ? ticksOf(dice) : undefined,
  };
}

function priceOf(dice: Dice, seed: number, instrument: Instrument, clockMs: number): Price | undefined {
  const { tickSize, around } = instrument;
  const last = quoteAt(seed, instrument, clockMs)?.last ?? BigInt(around) * tickSize;
  if (dice.chance(0.04))
    return dice.pick([undefined, priceOfUnits(0n), priceOfUnits(-tickSize), priceOfUnits(last + 1n)]);
  const away = dice.pick([0, 1, 1, 2, 3, 4, 6, 9, 15]) * (dice.chance(0.5) ? 1 : -1);
  return priceOfUnits(last + BigInt(away) * tickSize);
}

/** A player with less than this sends a refill before an order. */
export const MONEY_FOR_ORDERS = (80n * 100_000_000n) as Amount;
