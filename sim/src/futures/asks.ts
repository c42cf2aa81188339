// The requests of players about coin futures: orders of every kind near the market and at every edge, exits, amended,
// cancelled, doubled and late, leverage and margins. The server adds settings, the live price, and the prices of all
// cross positions.
import { amountOfUnits, type Price, priceOfUnits, qtyOfUnits, rateOfUnits } from '@maru/engine/amount';
import type { EntryRequest, FuturesPlayerCommand } from '@maru/engine/futures/commands';
import type { AttachedExits, EntryType, ExitLevel } from '@maru/engine/futures/events';
import type { MarginType, OrderSide, Priced, TriggerPrice } from '@maru/engine/futures/terms';
import { playerId, siteId } from '@maru/engine/purse';
import { type Dice, diceFor, share, streams } from '../dice.ts';
import type { ProductAsk } from '../product.ts';
import { type Sender, siteOf } from '../workload.ts';
import { ofUnits } from './fraction.ts';
import { INSTRUMENTS, type Instrument, instrumentOf, type MarketView } from './market.ts';
import type { TwinOrder, TwinPosition } from './twin.ts';
import { liquidationOf } from './twin-value.ts';

export interface FuturesKnowledge extends Sender, MarketView {
  readonly seed: number;
  /** How many of the instruments are traded in this run. */
  readonly contracts: number;
  readonly clockMs: number;
  readonly orders: readonly TwinOrder[];
  readonly positions: readonly TwinPosition[];
  readonly free: (wallet: string) => bigint;
  readonly strangersOrder: number;
  /** What is open when the server receives the request. */
  readonly openNow: () => readonly TwinPosition[];
}

type Ask = ProductAsk<FuturesPlayerCommand>;
type Body = FuturesPlayerCommand extends infer Any
  ? Any extends FuturesPlayerCommand
    ? Omit<Any, 'site' | 'player' | 'session' | 'key' | 'terms' | 'quote' | 'priced'>
    : never
  : never;

/** What is asked for, and the instrument whose settings and price it needs. */
interface Wanted {
  readonly body: Body;
  readonly instrument?: Instrument;
}

const JSON_OF_UNITS = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);

export function futuresAskOf(index: number, know: FuturesKnowledge): Ask {
  const { seed, player, sites } = know;
  const dice = diceFor(seed, 'workload', player, 11_000_000 + index);
  const ownSite = siteOf(player, sites);
  const { body, instrument } = wantedOf(dice, know);
  const isForeign = sites > 1 && dice.chance(0.01);
  const isOdd = { wallet: dice.chance(0.01), prices: dice.chance(0.03) };
  const key = dice.chance(0.04) && index > 0 ? `fut${index - 1}` : `fut${index}`;
  const command = {
    ...body,
    site: siteId(isForeign ? siteOf(player + 1, sites) : ownSite),
    player: playerId(player),
    session: dice.chance(0.02) ? know.session - 1 : know.session,
    key: { key, fingerprint: JSON.stringify([body, instrument?.id], JSON_OF_UNITS) },
  } as FuturesPlayerCommand;
  const stamp = (asked: FuturesPlayerCommand, at: number): FuturesPlayerCommand => {
    const open = know.openNow();
    const wallet = instrument?.wallet ?? (asked.kind === 'CLOSE_FUTURES_POSITIONS' ? asked.wallet : '');
    const isAll = asked.kind === 'CLOSE_FUTURES_POSITIONS';
    const priced = open
      .filter((held) => held.wallet === wallet && (isAll || held.marginType === 'CROSS'))
      .flatMap((held): Priced[] => {
        const quote = know.quoteOf(held.instrument, at);
        const terms = know.termsOf(ownSite, held.instrument, at);
        return quote === undefined ? [] : [{ terms, quote }];
      })
      .slice(isOdd.prices ? 1 : 0);
    if (isAll) return { ...asked, priced };
    if (instrument === undefined) return asked;
    const terms = know.termsOf(ownSite, instrument.id, at);
    const isGold = isOdd.wallet && asked.kind === 'PLACE_FUTURES_ORDER';
    return {
      ...asked,
      terms: isGold ? { ...terms, wallet: 'GOLD' } : terms,
      quote: know.quoteOf(instrument.id, at),
      priced,
    } as FuturesPlayerCommand;
  };
  return { command, twice: dice.chance(0.12), stamp };
}

const oneOf = <Item>(dice: Dice, items: readonly Item[]): Item | undefined =>
  items[dice.below(Math.max(1, items.length))];

function wantedOf(dice: Dice, know: FuturesKnowledge): Wanted {
  const held = oneOf(dice, know.positions);
  const order = oneOf(dice, know.orders);
  const isolated = oneOf(
    dice,
    know.positions.filter(({ marginType }) => marginType === 'ISOLATED'),
  );
  const draw = dice.below(100);
  // Whoever was warned adds margin, and may be warned again.
  if (isolated?.warnedAt !== undefined && dice.chance(0.4)) return marginOf(dice, know, isolated);
  if (order !== undefined && draw < 7) {
    const id = dice.chance(0.15) ? dice.pick([know.strangersOrder, 0, -1, 1.5]) : order.id;
    return { body: { kind: 'CANCEL_FUTURES_ORDER', order: id } };
  }
  if (order !== undefined && draw < 17) return amendOf(dice, know, order);
  if (held !== undefined && draw < 26) return exitsOf(dice, know, held);
  if (held !== undefined && draw < 40) return exitOf(dice, know, held);
  if (held !== undefined && draw < 48) return marginOf(dice, know, isolated ?? held);
  if (draw >= 48 && draw < 54) return settingOf(dice, know, held);
  if (draw >= 54 && draw < 57) {
    const only = dice.chance(0.5) ? { instrument: instrumentFor(dice, know).id } : {};
    return { body: { kind: 'CANCEL_FUTURES_ORDERS', reason: 'PLAYER', ...only } };
  }
  if (draw >= 57 && draw < 59) {
    const wallet = dice.chance(0.05) ? 'GOLD' : instrumentFor(dice, know).wallet;
    return { body: { kind: 'CLOSE_FUTURES_POSITIONS', wallet } };
  }
  return orderOf(dice, know, held);
}

const instrumentFor = (dice: Dice, { contracts }: FuturesKnowledge): Instrument =>
  INSTRUMENTS[dice.below(contracts)] ?? INSTRUMENTS[0];

/** Two thirds of the players trade with one margin type, the others with both: so a profit stands beside an order. */
function usualOf(
  seed: number,
  player: number,
  { id }: Instrument,
): {
  readonly leverage: number;
  readonly marginType: MarginType;
} {
  const part = share(seed, streams.workload, player, 61);
  const isCross = part < 0.4 || (part > 0.67 && id % 2 === 1);
  const draw = Math.floor(share(seed, streams.workload, player, id, 62) * 4);
  return { leverage: [5, 12, 25, 50][draw] ?? 25, marginType: isCross ? 'CROSS' : 'ISOLATED' };
}

function lastOf({ quoteOf, clockMs }: FuturesKnowledge, { id, tickSize, around }: Instrument): bigint {
  return quoteOf(id, clockMs)?.last ?? BigInt(around) * tickSize;
}

/** A price so many ticks away; sometimes none, zero, below zero or off the tick. */
function priceNear(
  dice: Dice,
  last: bigint,
  { tickSize, around }: Instrument,
  odd = 0.04,
): Price | undefined {
  if (dice.chance(odd))
    return dice.pick([undefined, priceOfUnits(0n), priceOfUnits(-tickSize), priceOfUnits(last + 1n)]);
  const part = around / 1_000;
  const far = dice.pick([0, 1, 2, 4, 8, 15, 30, 80]);
  const away = Math.round(far * part) * (dice.chance(0.5) ? 1 : -1);
  return priceOfUnits(last + BigInt(away) * tickSize);
}

const byOf = (dice: Dice): TriggerPrice => dice.pick(['last', 'mark']);

function levelOf(dice: Dice, know: FuturesKnowledge, instrument: Instrument, isAbove: boolean): ExitLevel {
  const last = lastOf(know, instrument);
  if (dice.chance(0.06)) {
    const price = priceNear(dice, last, instrument, 0.5) ?? priceOfUnits(0n);
    return { price, by: byOf(dice) };
  }
  const ticks = Math.max(1, Math.round((instrument.around / 1_000) * dice.pick([1, 3, 8, 20, 60])));
  const away = BigInt(ticks) * instrument.tickSize;
  return { price: priceOfUnits(isAbove ? last + away : last - away), by: byOf(dice) };
}

/** Exactly where an isolated position is liquidated, or a tick before: a stop-loss there is the edge of what is taken. */
function stopAtLiquidation(
  dice: Dice,
  { player, sites, clockMs, termsOf }: FuturesKnowledge,
  held: TwinPosition,
): ExitLevel | undefined {
  if (held.marginType !== 'ISOLATED' || !dice.chance(0.15)) return undefined;
  const terms = termsOf(siteOf(player, sites), held.instrument, clockMs);
  const liquidation = liquidationOf(held, ofUnits(held.margin + held.funding), terms);
  if (liquidation === undefined) return undefined;
  const before = dice.chance(0.6) ? 0n : held.side === 'LONG' ? terms.tickSize : -terms.tickSize;
  return { price: priceOfUnits(liquidation + before), by: byOf(dice) };
}

function levelsOf(
  dice: Dice,
  know: FuturesKnowledge,
  instrument: Instrument,
  side: OrderSide,
): AttachedExits {
  const isLong = side === 'LONG';
  return {
    ...(dice.chance(0.6) ? { takeProfit: levelOf(dice, know, instrument, isLong) } : {}),
    ...(dice.chance(0.6) ? { stopLoss: levelOf(dice, know, instrument, !isLong) } : {}),
  };
}

function amendOf(dice: Dice, know: FuturesKnowledge, order: TwinOrder): Wanted {
  const instrument = instrumentOf(dice.chance(0.04) ? 301 : order.instrument);
  const near = (at: Price | undefined) => priceNear(dice, at ?? lastOf(know, instrument), instrument);
  const price = dice.chance(0.45) ? near(order.price) : undefined;
  const trigger = dice.chance(0.35) ? near(order.trigger) : undefined;
  const steps = BigInt(1 + dice.below(instrument.usualSteps));
  const qty = dice.chance(0.4)
    ? qtyOfUnits(steps * instrument.qtyStep + (dice.chance(0.04) ? 1n : 0n))
    : undefined;
  return {
    instrument,
    body: {
      kind: 'AMEND_FUTURES_ORDER',
      order: dice.chance(0.05) ? know.strangersOrder : order.id,
      ...(price === undefined ? {} : { price }),
      ...(trigger === undefined ? {} : { trigger }),
      ...(qty === undefined ? {} : { qty }),
    },
  };
}

const positionOf = (dice: Dice, { id }: TwinPosition) => (dice.chance(0.05) ? dice.pick([id + 1, 0]) : id);

function exitsOf(dice: Dice, know: FuturesKnowledge, held: TwinPosition): Wanted {
  const instrument = instrumentOf(held.instrument);
  const stopLoss = stopAtLiquidation(dice, know, held);
  const levels = {
    ...levelsOf(dice, know, instrument, held.side),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  };
  return { instrument, body: { kind: 'SET_FUTURES_EXITS', position: positionOf(dice, held), ...levels } };
}

function exitOf(dice: Dice, know: FuturesKnowledge, held: TwinPosition): Wanted {
  const instrument = instrumentOf(held.instrument);
  const { qtyStep } = instrument;
  const half = (held.qty / 2n / qtyStep) * qtyStep;
  const part = dice.chance(0.06)
    ? dice.pick([0n, held.qty + qtyStep, half + 1n])
    : dice.pick([half, qtyStep, half + qtyStep, held.qty]);
  const qty = dice.chance(0.55) ? { qty: qtyOfUnits(part) } : {};
  // A part of an isolated position that is closed behind a jump may cost more than its share of the margin.
  const isStopped = held.marginType === 'ISOLATED' && dice.chance(0.3);
  const type = isStopped ? 'STOPLOSS' : dice.pick(['TAKEPROFIT', 'STOPLOSS', 'TRAILINGSTOP', 'TRAILINGSTOP']);
  const isLong = held.side === 'LONG';
  const position = positionOf(dice, held);
  const stop = type === 'STOPLOSS' ? stopAtLiquidation(dice, know, held) : undefined;
  const level = stop ?? levelOf(dice, know, instrument, isLong === (type === 'TAKEPROFIT'));
  if (type !== 'TRAILINGSTOP')
    return { instrument, body: { kind: 'PLACE_FUTURES_EXIT', position, type, ...qty, level } };
  const callback = rateOfUnits(
    dice.chance(0.06)
      ? dice.pick([0n, 99_999n, 20_000_001n])
      : dice.pick([100_000n, 200_000n, 500_000n, 1_234_567n, 5_000_000n]),
  );
  const activation = dice.chance(0.5) ? { activation: levelOf(dice, know, instrument, isLong).price } : {};
  const trailing = { callback, by: byOf(dice), ...activation };
  return { instrument, body: { kind: 'PLACE_FUTURES_EXIT', position, type, ...qty, trailing } };
}

function marginOf(dice: Dice, know: FuturesKnowledge, held: TwinPosition): Wanted {
  const instrument = instrumentOf(held.instrument);
  const free = know.free(held.wallet);
  const some = free < held.margin ? free : held.margin;
  const more = [some / 3n, some / 8n, some, 1n, free, free + 1n, free + 1n] as const;
  const less = [-(held.margin / 20n), -(held.margin / 8n), -(held.margin / 3n), -held.margin, -1n] as const;
  const amount = dice.chance(0.04) ? 0n : dice.chance(0.5) ? dice.pick(more) : dice.pick(less);
  const position = positionOf(dice, held);
  return { instrument, body: { kind: 'MOVE_FUTURES_MARGIN', position, amount: amountOfUnits(amount) } };
}

function settingOf(dice: Dice, know: FuturesKnowledge, held: TwinPosition | undefined): Wanted {
  const instrument =
    held !== undefined && dice.chance(0.6) ? instrumentOf(held.instrument) : instrumentFor(dice, know);
  const usual = usualOf(know.seed, know.player, instrument);
  const leverage = dice.chance(0.08)
    ? dice.pick([0, -1, 1.5, 76, Number.NaN])
    : dice.pick([1, 5, 12, 25, 50]);
  const marginType: MarginType = dice.chance(0.3) ? dice.pick(['CROSS', 'ISOLATED']) : usual.marginType;
  const kind = dice.chance(0.65) ? 'SET_FUTURES_LEVERAGE' : 'SET_FUTURES_MARGIN_TYPE';
  return { instrument, body: { kind, leverage, marginType } };
}

function sideOf(
  dice: Dice,
  { player, positions }: FuturesKnowledge,
  instrument: Instrument,
  held: TwinPosition | undefined,
): OrderSide {
  // What runs against the other loses on the other side: so both positions of a cross account lose at once.
  const other = positions.find(({ instrument: id }) => instrumentOf(id).wallet === instrument.wallet);
  if (held === undefined && other !== undefined && dice.chance(0.7))
    return other.side === 'LONG' ? 'SHORT' : 'LONG';
  const leaning: OrderSide = player % 2 === 0 ? 'LONG' : 'SHORT';
  // Every third player keeps adding, which makes means that are no price.
  if (player % 3 === 0 && dice.chance(0.6)) return leaning;
  if (held !== undefined && dice.chance(0.5)) return held.side === 'LONG' ? 'SHORT' : 'LONG';
  return dice.pick([leaning, leaning, 'LONG', 'SHORT']);
}

function orderOf(dice: Dice, know: FuturesKnowledge, held: TwinPosition | undefined): Wanted {
  const isOnHeld = held !== undefined && dice.chance(0.4);
  // What the wallet of a position pays for as well: so a cross account has several positions.
  const beside = INSTRUMENTS.slice(0, know.contracts).find(
    ({ id, wallet }) => wallet === held?.wallet && know.positions.every((each) => each.instrument !== id),
  );
  const other = dice.chance(0.4) ? beside : undefined;
  const instrument = isOnHeld ? instrumentOf(held.instrument) : (other ?? instrumentFor(dice, know));
  const own = know.positions.find((each) => each.instrument === instrument.id);
  const resting = know.orders.find((each) => each.instrument === instrument.id && !each.reduceOnly);
  const usual = usualOf(know.seed, know.player, instrument);
  const { leverage, marginType } = dice.chance(0.05) ? usual : (own ?? resting ?? usual);
  const side = sideOf(dice, know, instrument, own);
  const type: EntryType = dice.pick([
    'MARKET',
    'MARKET',
    'MARKET',
    'LIMIT',
    'LIMIT',
    'STOPMARKET',
    'STOPLIMIT',
  ]);
  const last = lastOf(know, instrument);
  const drawn = priceNear(dice, last, instrument);
  // A stop waits on the side from which it is reached.
  const isStop = type === 'STOPMARKET' || type === 'STOPLIMIT';
  const isWrong = isStop && drawn !== undefined && drawn < last === (side === 'LONG');
  const near = isWrong && dice.chance(0.85) ? priceOfUnits(2n * last - drawn) : drawn;
  // A limit beyond its trigger crosses at once, one before it rests.
  const trigger = type === 'STOPLIMIT' ? priceNear(dice, near ?? last, instrument) : near;
  const isReducing = own !== undefined && own.side !== side;
  const asked: EntryRequest = {
    side,
    type: dice.chance(0.01) ? ('FOK' as EntryType) : type,
    ...sizeOf(dice, know, instrument, { own, leverage, last }),
    ...((type === 'LIMIT' || type === 'STOPLIMIT') && near !== undefined ? { price: near } : {}),
    ...((type === 'STOPMARKET' || type === 'STOPLIMIT') && trigger !== undefined ? { trigger } : {}),
    by: byOf(dice),
    leverage: dice.chance(0.02) ? dice.pick([0, 1.5, 200]) : leverage,
    marginType,
    reduceOnly: dice.chance(isReducing ? 0.35 : 0.03),
    postOnly: dice.chance(type === 'STOPLIMIT' ? 0.35 : 0.12),
    immediate: dice.chance(0.08),
    ...(dice.chance(0.3) ? levelsOf(dice, know, instrument, side) : {}),
  };
  return { instrument, body: { kind: 'PLACE_FUTURES_ORDER', ...asked } };
}

/** A quantity, a margin or a value: usual ones, all that there is, what reverses, and edges. */
function sizeOf(
  dice: Dice,
  { free }: FuturesKnowledge,
  { qtyStep, usualSteps, wallet, contract }: Instrument,
  {
    own,
    leverage,
    last,
  }: { readonly own: TwinPosition | undefined; readonly leverage: number; readonly last: bigint },
): Pick<EntryRequest, 'qty' | 'margin' | 'notional'> {
  if (dice.chance(0.04))
    return dice.pick([
      {},
      { qty: qtyOfUnits(0n) },
      { qty: qtyOfUnits(-qtyStep) },
      { qty: qtyOfUnits(qtyStep + 1n) },
    ]);
  const money = free(wallet);
  const draw = money > 0n ? dice.below(10) : 3 + dice.below(7);
  if (draw < 2)
    return { margin: amountOfUnits((money * dice.pick([10n, 40n, 80n, 99n, 101n, 120n])) / 100n) };
  if (draw < 3) {
    const worth = (money * BigInt(leverage || 1) * dice.pick([20n, 70n, 95n])) / 100n;
    return { notional: amountOfUnits(contract === 'INVERSE' ? (worth * last) / 100_000_000n : worth) };
  }
  if (own !== undefined && draw < 6) {
    const half = (own.qty / 2n / qtyStep) * qtyStep;
    return { qty: qtyOfUnits(dice.pick([own.qty, own.qty * 2n, half + qtyStep, own.qty + qtyStep])) };
  }
  const steps = 1 + dice.below(dice.chance(0.1) ? usualSteps * 12 : usualSteps);
  return { qty: qtyOfUnits(BigInt(steps) * qtyStep) };
}

/** A player with less than this sends a refill before an order. */
export const MONEY_FOR_FUTURES = 120n * 100_000_000n;
