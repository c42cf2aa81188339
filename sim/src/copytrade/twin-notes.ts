// What copy trading keeps of a fill of coin futures (docs/rules.md 5.3, 5.4, 5.6): what the notes of the event must say,
// from the positions and follows before it.
import type { Copy, OwnTrade } from '@maru/engine/copytrade/state';
import type { FuturesFill, FuturesFilled } from '@maru/engine/futures/events';
import type { AnyEvent } from '@maru/engine/products';
import { againstOf, netOf } from '../futures/twin.ts';
import { marginOf, partOf } from '../futures/twin-value.ts';
import type { TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import { Violation } from '../violation.ts';
import { activeOf, followOfPlayer, isTrading, type TwinFollow, WALLET, waitingOf } from './twin.ts';
import { notesIn } from './twin-events.ts';
import { worseOf } from './twin-mirror.ts';

/** In an order of its own: so two can be compared as texts. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => {
    if (typeof each === 'bigint') return `${each}n`;
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

export function checkCopytradeNotes(state: TwinState, event: AnyEvent): void {
  const is = textOf(notesIn(event));
  const meant =
    event.kind === 'FUTURES_FILLED'
      ? notesOf(state, event)
      : event.kind === 'ACCOUNT_BLOCKED'
        ? stopNotes(state, event)
        : [];
  if (is !== textOf(meant))
    throw new Violation('TWIN', `event ${event.id} (${event.kind}) keeps ${is}, the rules ${textOf(meant)}`);
}

function notesOf(state: TwinState, event: FuturesFilled): readonly object[] {
  const player = event.steps[0]?.player ?? 0;
  const follow = followOfPlayer(state, player);
  return [
    ...traderNotes(state, player, event),
    ...(follow === undefined ? [] : followerNotes(state, follow, event)),
  ];
}

function stopNotes(state: TwinState, { steps, at }: AnyEvent): readonly object[] {
  const player = steps[0]?.player ?? 0;
  if (!isTrading(state, player)) return [];
  const whose = { product: 'copytrade', player };
  const trader = { ...state.copytrade.traders.get(player), status: 'OFF', since: at };
  const follows = activeOf(state, player).map(({ id }) => id);
  const detached = { ...whose, kind: 'DETACHED', follows };
  return [{ ...whose, kind: 'STOPPED', trader }, ...(follows.length > 0 ? [detached] : [])];
}

const floored = (sum: bigint, by: bigint): bigint => (sum - (((sum % by) + by) % by)) / by;

/** What was opened as a trader counts, whatever its owner is when it closes, against the wallet as it was then. */
function tradesOf(state: TwinState, player: number, event: FuturesFilled, cash: bigint) {
  const before = state.copytrade.traders.get(player)?.open ?? [];
  const counted: object[] = [];
  let open = [...before];
  for (const [place, fill] of event.fills.entries()) {
    if (fill.wallet !== WALLET) continue;
    const { instrument, position, closedPosition, openedQty } = fill;
    const own = open.find((trade) => trade.instrument === instrument);
    const isOwn = own !== undefined && own.position === (closedPosition ?? position?.id);
    if (!isOwn && !isTrading(state, player)) continue;
    const all = position?.qty ?? 0n;
    const grown = (trade: OwnTrade) => floored(trade.cash * (all - openedQty) + cash * openedQty, all);
    const base = !isOwn ? cash : openedQty > 0n ? grown(own) : own.cash;
    counted.push({ fill: place, cash: base });
    if (openedQty === 0n && position !== undefined) continue;
    open = open.filter((trade) => trade.instrument !== instrument);
    if (openedQty > 0n && position !== undefined)
      open.push({ instrument, position: position.id, cash: base as OwnTrade['cash'] });
  }
  open.sort((a, b) => a.instrument - b.instrument);
  return { counted, ...(counted.length === 0 ? undefined : { open }) };
}

function traderNotes(state: TwinState, player: number, event: FuturesFilled): readonly object[] {
  if (state.copytrade.traders.get(player) === undefined) return [];
  const follows = activeOf(state, player);
  const whose = { product: 'copytrade', player };
  const { free } = pursesOf(player, WALLET);
  const cash = unitsIn(state, free) + unitsIn(state, `${player}:${WALLET}:posMargin`);
  const trades = tradesOf(state, player, event, cash);
  if (!isTrading(state, player))
    return trades.counted.length === 0 ? [] : [{ ...whose, kind: 'LEADS', leads: [], cash, ...trades }];
  const isOver = event.liquidation !== undefined && event.fills[0]?.wallet === WALLET;
  const leads: object[] = [];
  for (const fill of follows.length === 0 || isOver ? [] : event.fills) {
    const isOffered = state.copytrade.traders.get(player)?.pairs.includes(fill.instrument);
    const isLeft = fill.closedQty > 0n && follows.some(({ copies }) => copies.has(fill.instrument));
    if (fill.wallet === WALLET && (isOffered || isLeft))
      leads.push(leadBody(state, player, event, fill, leads.length));
  }
  const detached = { ...whose, kind: 'DETACHED', follows: follows.map(({ id }) => id) };
  return [
    { ...whose, kind: 'LEADS', leads, cash, ...trades },
    ...(isOver && follows.length > 0 ? [detached] : []),
  ];
}

function leadBody(
  state: TwinState,
  player: number,
  event: FuturesFilled,
  fill: FuturesFill,
  place: number,
): object {
  const { instrument, price, leverage, marginType, contract, closedQty, openedQty, side } = fill;
  const isClose = closedQty > 0n;
  const held = state.futures.positions.get(netOf(player, instrument));
  return {
    ...{ id: event.id * 1_024 + place, trader: player, event: event.id, at: event.at },
    ...{ kind: isClose ? 'CLOSE' : 'OPEN', instrument, side: isClose ? againstOf(side) : side, price },
    ...{ leverage, marginType, margin: marginOf(openedQty, price, leverage, { contract }) },
    ...{ closed: closedQty, of: isClose ? (held?.qty ?? 0n) : 0n },
    position: isClose ? held?.id : fill.position?.id,
  };
}

interface Changed {
  readonly instrument: number;
  readonly fill: number;
  readonly qty: bigint;
  readonly net: bigint;
  readonly copy?: Copy;
}

function followerNotes(state: TwinState, follow: TwinFollow, event: FuturesFilled): readonly object[] {
  const { copy: mark, fills } = event;
  const isOwn = mark?.follow === follow.id;
  const lead =
    isOwn && mark?.cause === 'MIRROR'
      ? waitingOf(state, follow).find(({ id }) => id === mark.lead)
      : undefined;
  const copies = new Map(follow.copies);
  const changes: Changed[] = [];
  for (const [place, fill] of fills.entries()) {
    const { instrument } = fill;
    const before = copies.get(instrument);
    const change =
      before !== undefined && before.position === fill.closedPosition
        ? closedPart(state, follow, before, fill)
        : lead?.kind === 'OPEN'
          ? openedPart(before, fill, { position: lead.position, at: event.at })
          : undefined;
    if (change === undefined) continue;
    changes.push({ instrument, fill: place, ...change });
    if (change.copy === undefined) copies.delete(instrument);
    else copies.set(instrument, change.copy);
  }
  if (!isOwn && changes.length === 0) return [];
  const net = changes.reduce((sum, each) => sum + each.net, 0n);
  const [fill] = fills;
  const mirrored = lead &&
    fill && {
      ...{ id: lead.id, kind: lead.kind, instrument: lead.instrument, side: lead.side },
      ...{ qty: fill.qty, price: fill.price, leadPrice: lead.price, leadAt: lead.at, fee: fill.fee, net },
      ...{ slippage: worseOf(fill.side, fill.price, lead.price), sizing: mark?.sizing },
    };
  return [
    {
      ...{ product: 'copytrade', kind: 'COPIED', player: follow.follower, follow: follow.id },
      ...{ trader: follow.trader, total: follow.total + net, net, copies: changes },
      isPaused: follow.isPaused || mark?.cause === 'LOSS_LIMIT',
      ...{ handled: lead?.id ?? follow.handled, lead: mirrored },
      used: [...copies.values()].reduce((sum, { margin }) => sum + margin, 0n),
    },
  ];
}

type Part = Omit<Changed, 'instrument' | 'fill'>;

/** Of a position to which its player has added, the copied part alone counts. */
function closedPart({ futures }: TwinState, { follower }: TwinFollow, copy: Copy, fill: FuturesFill): Part {
  const whole = futures.positions.get(netOf(follower, fill.instrument))?.qty ?? 0n;
  const { pnl, funding, entryFee, exitFee, liquidationFee, insured, closedQty } = fill;
  const brought = pnl + funding - entryFee - exitFee - liquidationFee + insured;
  const net = partOf(brought, copy.qty, whole);
  if (closedQty === whole) return { qty: copy.qty, net };
  const [qty, margin] = [partOf(copy.qty, closedQty, whole), partOf(copy.margin, closedQty, whole)];
  return { qty, net, copy: { ...copy, qty: copy.qty - qty, margin: copy.margin - margin } as Copy };
}

function openedPart(
  before: Copy | undefined,
  fill: FuturesFill,
  lead: { readonly position: number; readonly at: number },
): Part {
  const { openedQty: qty, price, leverage, contract, instrument } = fill;
  const margin = marginOf(qty, price, leverage, { contract });
  const copy = {
    ...{ instrument, position: fill.position?.id, traderPosition: lead.position },
    ...{ qty: (before?.qty ?? 0n) + qty, margin: (before?.margin ?? 0n) + margin },
    openedAt: before?.openedAt ?? lead.at,
  } as Copy;
  return { qty, net: 0n, copy };
}
