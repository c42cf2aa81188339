// What copy trading keeps of a fill of coin futures, decided with the fill and a part of it: the leads of a trader, what
// a follow has earned and which copies are open afterwards, and that a liquidated trader is no longer mirrored. Of an
// account that is blocked or closed: that its trader has stopped.
import { type Amount, amountOfUnits, divide, plus, type Qty, ZERO } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import type { Event } from '../event.ts';
import type { FuturesFill, FuturesFilled } from '../futures/events.ts';
import { netOfFill } from '../futures/net-profit.ts';
import { otherSide } from '../futures/terms.ts';
import { initialMargin, shareOf, UNIT } from '../futures/value.ts';
import { playerPurse } from '../purse.ts';
import type { Millis } from '../time.ts';
import { balanceOf } from '../transfer.ts';
import type {
  ChangedCopy,
  CopiedLead,
  CopiedNote,
  CopytradeNote,
  CountedFill,
  DetachedNote,
  LeadsNote,
} from './events.ts';
import { activeFollowsOf, followOf, nextLead, usedBy } from './find.ts';
import { worseBy } from './size.ts';
import type { Copy, CopyFollow, CopyLead, CopyTrader, CopytradeState, OwnTrade } from './state.ts';
import { COPY_WALLET, leadId } from './terms.ts';

export function note(book: Book, event: Event<string>): readonly CopytradeNote[] {
  const player = event.steps[0]?.player;
  if (player === undefined) return [];
  const { copytrade: state } = book;
  const trader = state.traders.get(player);
  if (event.kind === 'ACCOUNT_BLOCKED')
    return trader?.status === 'ACTIVE' ? stopped(state, trader, event.at) : [];
  const filled = event as FuturesFilled;
  const follow = followOf(state, player);
  if (trader === undefined) return follow === undefined ? [] : ofFollower(book, follow, filled);
  const ofBoth = ofTrader(book, trader, filled);
  return follow === undefined ? ofBoth : [...ofBoth, ...ofFollower(book, follow, filled)];
}

/** Nobody is there any more who could close what is open, or answer for it. */
function stopped(state: CopytradeState, trader: CopyTrader, at: Millis): readonly CopytradeNote[] {
  const whose = { product: 'copytrade', player: trader.player } as const;
  const follows = Array.from(activeFollowsOf(state, trader.player), ({ id }) => id);
  const detached: DetachedNote = { ...whose, kind: 'DETACHED', follows };
  return [
    { ...whose, kind: 'STOPPED', trader: { ...trader, status: 'OFF', since: at } },
    ...(follows.length === 0 ? [] : [detached]),
  ];
}

function ofTrader(book: Book, trader: CopyTrader, event: FuturesFilled): readonly CopytradeNote[] {
  const { copytrade: state } = book;
  const isActive = trader.status === 'ACTIVE';
  if (!isActive && trader.open === undefined) return [];
  // There may be ten thousand: each fill of the trader asks no more than whether there is one.
  const follows = () => [...activeFollowsOf(state, trader.player)];
  const whose = { product: 'copytrade', player: trader.player } as const;
  const leads: CopyLead[] = [];
  const cash = cashOf(book, trader);
  const traded: LeadsNote = { ...whose, kind: 'LEADS', leads, cash, ...ownTrades(trader, event, cash) };
  if (!isActive) return traded.counted?.length === 0 ? [] : [traded];
  if (activeFollowsOf(state, trader.player).next().done === true) return [traded];
  // A liquidation in another wallet says nothing of what is copied.
  const isCopied = event.fills.some(({ wallet }) => wallet === COPY_WALLET);
  if (event.liquidation !== undefined && isCopied)
    return [traded, { ...whose, kind: 'DETACHED', follows: follows().map(({ id }) => id) }];
  for (const fill of event.fills) {
    const isOffered = trader.pairs.includes(fill.instrument);
    // What is no longer offered is still closed with its trader.
    const isHeld = () => follows().some(({ copies }) => copies.has(fill.instrument));
    if (fill.wallet !== COPY_WALLET || !(isOffered || (fill.closedQty > 0n && isHeld()))) continue;
    leads.push(leadOf(trader, event, fill, leads.length));
  }
  return [traded];
}

/** The event is decided and not applied yet. */
const cashOf = (book: Book, { player }: CopyTrader): Amount =>
  plus(
    balanceOf(book, playerPurse(player, COPY_WALLET, 'free')),
    balanceOf(book, playerPurse(player, COPY_WALLET, 'posMargin')),
  );

/**
 * Which fills count, and which positions are the trader's own trades afterwards. Whoever is active trades as a trader; later
 * only what was opened then still counts.
 */
function ownTrades(
  { status, open = [] }: CopyTrader,
  { fills }: FuturesFilled,
  cash: Amount,
): Pick<LeadsNote, 'counted' | 'open'> {
  const isActive = status === 'ACTIVE';
  const counted: CountedFill[] = [];
  const trades = new Map(open.map((trade) => [trade.instrument, trade]));
  for (const [place, fill] of fills.entries()) {
    if (fill.wallet !== COPY_WALLET) continue;
    const { instrument, openedQty, position } = fill;
    const known = trades.get(instrument);
    const isOpening = openedQty > 0n && position !== undefined;
    const own = known?.position === (isOpening ? position.id : fill.closedPosition) ? known : undefined;
    if (own === undefined && !isActive) continue;
    const base = isOpening ? grownCash(own, cash, { openedQty, qty: position.qty }) : (own?.cash ?? cash);
    counted.push({ fill: place, cash: base });
    if (isOpening) trades.set(instrument, { instrument, position: position.id, cash: base });
    else if (position === undefined) trades.delete(instrument);
  }
  if (counted.length === 0) return { counted };
  return { counted, open: [...trades.values()].sort((one, other) => one.instrument - other.instrument) };
}

function grownCash(
  own: OwnTrade | undefined,
  cash: Amount,
  { openedQty, qty }: { readonly openedQty: Qty; readonly qty: Qty },
): Amount {
  if (own === undefined) return cash;
  return amountOfUnits(divide(own.cash * (qty - openedQty) + cash * openedQty, qty, 'down'));
}

const NOTHING = 0n as Qty;

/** A fill closes or opens; one that reverses is two of them. */
function leadOf(trader: CopyTrader, event: FuturesFilled, fill: FuturesFill, place: number): CopyLead {
  const { instrument, price, leverage, marginType, contract, closedQty, openedQty } = fill;
  const isClose = closedQty > 0n;
  const position = isClose ? fill.closedPosition : fill.position?.id;
  assert(position !== undefined, 'a fill opens or closes a position');
  return {
    id: leadId(event.id, place),
    trader: trader.player,
    event: event.id,
    kind: isClose ? 'CLOSE' : 'OPEN',
    instrument,
    side: isClose ? otherSide(fill.side) : fill.side,
    price,
    leverage,
    marginType,
    margin: initialMargin(openedQty, price, leverage, { contract }, UNIT),
    closed: closedQty,
    of: isClose ? qtyBefore(fill) : NOTHING,
    position,
    at: event.at,
  };
}

const qtyBefore = ({ closedQty, position }: FuturesFill): Qty => (closedQty + (position?.qty ?? 0n)) as Qty;

function ofFollower(book: Book, follow: CopyFollow, event: FuturesFilled): readonly CopytradeNote[] {
  const isOwn = event.copy?.follow === follow.id;
  const lead = isOwn && event.copy?.cause === 'MIRROR' ? nextLead(book.copytrade, follow) : undefined;
  const changed: ChangedCopy[] = [];
  let net = 0n;
  let used: bigint = usedBy(follow);
  for (let place = 0; place < event.fills.length; place += 1) {
    const fill = event.fills[place]!;
    const { instrument } = fill;
    const copy = copyAfter(follow, changed, instrument);
    if (fill.closedQty > 0n && copy !== undefined && copy.position === fill.closedPosition) {
      const { after, realised } = closePart(copy, fill);
      net += realised;
      const qty = (copy.qty - (after?.qty ?? 0n)) as Qty;
      const change = { instrument, fill: place, qty, net: realised };
      changed.push(after === undefined ? change : { ...change, copy: after });
      used += (after?.margin ?? 0n) - copy.margin;
    } else if (fill.openedQty > 0n && lead?.kind === 'OPEN') {
      const after = grown(copy, fill, lead, event);
      changed.push({ instrument, fill: place, qty: fill.openedQty, net: ZERO, copy: after });
      used += after.margin - (copy?.margin ?? 0n);
    }
  }
  if (!isOwn && changed.length === 0) return [];
  const realised = amountOfUnits(net);
  const made: CopiedNote = {
    product: 'copytrade',
    kind: 'COPIED',
    player: follow.follower,
    follow: follow.id,
    trader: follow.trader,
    total: amountOfUnits(follow.total + realised),
    isPaused: follow.isPaused || event.copy?.cause === 'LOSS_LIMIT',
    handled: lead?.id ?? follow.handled,
    copies: changed,
    net: realised,
    used: amountOfUnits(used),
    ...(lead === undefined ? undefined : { lead: copiedLead(lead, event, realised) }),
  };
  return [made];
}

/** As the fills before this one have left it. */
function copyAfter(
  { copies }: CopyFollow,
  changed: readonly ChangedCopy[],
  instrument: number,
): Copy | undefined {
  for (let place = changed.length - 1; place >= 0; place -= 1) {
    const before = changed[place]!;
    if (before.instrument === instrument) return before.copy;
  }
  return copies.get(instrument);
}

/** Its player may have added to the position after the follow was detached: then the copied part alone counts. */
function closePart(copy: Copy, fill: FuturesFill): { readonly after?: Copy; readonly realised: Amount } {
  const before = qtyBefore(fill);
  const realised = shareOf(netOfFill(fill).net, { part: copy.qty, of: before }, UNIT);
  if (fill.position === undefined) return { realised };
  const part = { part: fill.closedQty, of: before };
  const qty = (copy.qty - shareOf(copy.qty as bigint as Amount, part, UNIT)) as Qty;
  return {
    after: { ...copy, qty, margin: amountOfUnits(copy.margin - shareOf(copy.margin, part, UNIT)) },
    realised,
  };
}

function grown(copy: Copy | undefined, fill: FuturesFill, lead: CopyLead, event: FuturesFilled): Copy {
  const { instrument, price, leverage, contract, openedQty, position } = fill;
  assert(position !== undefined, 'what was opened is open');
  const margin = initialMargin(openedQty, price, leverage, { contract }, UNIT);
  return {
    instrument,
    position: position.id,
    traderPosition: lead.position,
    qty: ((copy?.qty ?? 0n) + openedQty) as Qty,
    margin: amountOfUnits((copy?.margin ?? 0n) + margin),
    openedAt: copy?.openedAt ?? event.at,
  };
}

function copiedLead(
  { id, kind, instrument, side, price: leadPrice, at: leadAt }: CopyLead,
  event: FuturesFilled,
  net: Amount,
): CopiedLead {
  const [fill] = event.fills;
  assert(fill !== undefined, 'a copy is a fill');
  const { qty, price, fee } = fill;
  return {
    id,
    kind,
    instrument,
    side,
    qty,
    price,
    leadPrice,
    leadAt,
    slippage: worseBy(fill.side, price, leadPrice),
    fee,
    net,
    ...(event.copy?.sizing === undefined ? undefined : { sizing: event.copy.sizing }),
  };
}
