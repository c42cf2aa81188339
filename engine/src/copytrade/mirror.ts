// One lead for one follow: it is copied, it is missed with a reason, or it waits for a price (docs/rules.md 5.3, 5.4).
// Whatever the outcome, the number of the lead moves on in the same event: nothing is copied twice or forgotten.
import { type Amount, type Rate, smaller, ZERO } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import type { Fresh } from '../fresh.ts';
import { accountOf, factsOf, walletOf } from '../futures/account.ts';
import type { CopyMark, CopySizing, FuturesFilled } from '../futures/events.ts';
import { fillGate, fundingGate } from '../futures/gates.ts';
import { type PlaceRefusal, placeCopy } from '../futures/place.ts';
import { closing, settle } from '../futures/settle.ts';
import { crossAccount, isFresh, meansOf, pricedIn } from '../futures/standing.ts';
import { marketPrice, otherSide, type Priced, type Quote } from '../futures/terms.ts';
import type { MirrorLead } from './commands.ts';
import type { CopyMissed, MissedReason } from './events.ts';
import { nextLead, ownFollow, usedBy } from './find.ts';
import { closingQty, copyLeverage, copyQty, entryGuardOf, leastQty, wantedQty, worseBy } from './size.ts';
import type { CopyFollow, CopyLead } from './state.ts';
import { COPY_WALLET, PATIENCE_MS } from './terms.ts';

/** COPY_WAITS and FUNDING_DUE: the same command may be accepted on the next tick. */
export type MirrorRefusal =
  | 'FOLLOW_NOT_FOUND'
  | 'FOLLOW_ENDED'
  | 'ALREADY_HANDLED'
  | 'NOT_NEXT'
  | 'COPY_WAITS'
  | 'FUNDING_DUE';

type Mirrored = Decision<FuturesFilled | CopyMissed, MirrorRefusal>;

interface Mirroring {
  readonly book: Book;
  readonly player: Player;
  readonly command: MirrorLead;
  readonly context: Context;
  readonly follow: CopyFollow;
  readonly lead: CopyLead;
}

export function mirrorLead(book: Book, player: Player, command: MirrorLead, context: Context): Mirrored {
  const follow = ownFollow(book.copytrade, command.follow, player.id);
  if (follow === undefined) return refuse('FOLLOW_NOT_FOUND');
  if (follow.state !== 'ACTIVE') return refuse('FOLLOW_ENDED');
  if (command.lead <= follow.handled) return refuse('ALREADY_HANDLED');
  const lead = nextLead(book.copytrade, follow);
  if (lead?.id !== command.lead || lead.instrument !== command.terms.instrument) return refuse('NOT_NEXT');
  const mirroring = { book, player, command, context, follow, lead };
  return lead.kind === 'OPEN' ? open(mirroring) : close(mirroring);
}

/** What the player's own limits refuse is missed as well. */
export function barredLead(
  book: Book,
  player: Player,
  command: MirrorLead,
  context: Context,
): CopyMissed | undefined {
  const follow = ownFollow(book.copytrade, command.follow, player.id);
  const lead = follow && nextLead(book.copytrade, follow);
  return follow && lead && missed({ book, player, command, context, follow, lead }, 'LIMIT');
}

type Figures = Pick<CopyMissed, 'found' | 'allowed' | 'detail' | 'sizing'>;

function missed(
  { book, player, context, follow, lead }: Mirroring,
  reason: MissedReason,
  figures: Figures = {},
): CopyMissed {
  const { id, kind, instrument, side, price, at } = lead;
  return {
    ...playerEvent('COPY_MISSED', book, player, context),
    follow: follow.id,
    trader: follow.trader,
    lead: { id, kind, instrument, side, price, at },
    reason,
    ...figures,
  };
}

const miss = (mirroring: Mirroring, reason: MissedReason, figures?: Figures): Mirrored =>
  accept(missed(mirroring, reason, figures));

/** It may still become possible, unless the trader's fill is too long ago. */
const wait = (mirroring: Mirroring, reason: MissedReason, figures?: Figures): Mirrored =>
  mirroring.context.now - mirroring.lead.at < PATIENCE_MS
    ? refuse('COPY_WAITS')
    : miss(mirroring, reason, figures);

function open(mirroring: Mirroring): Mirrored {
  const { book, player, command, context, follow, lead } = mirroring;
  const { terms, quote } = command;
  const reason = barOf(mirroring);
  if (reason !== undefined) return miss(mirroring, reason);
  if (!isFresh(quote, terms, context.now)) return wait(mirroring, 'NO_PRICE');
  const price = marketPrice(lead.side, quote);
  const found = worseBy(lead.side, price, lead.price);
  const allowed = entryGuardOf(follow, command.entryGuard);
  if (found > allowed)
    return miss(mirroring, 'SLIPPAGE', { found, allowed, sizing: sizingOf(mirroring, allowed) });

  const held = accountOf(book, player).positions.get(lead.instrument);
  const leverage = held?.leverage ?? copyLeverage(lead, follow, terms);
  const marginType = held?.marginType ?? lead.marginType;
  const priced: readonly Priced[] = [{ terms, quote }, ...command.priced];
  const available = availableFor(mirroring, priced, marginType === 'ISOLATED');
  if (available === undefined) return wait(mirroring, 'NO_PRICE');
  const { unit } = walletOf(player, COPY_WALLET);
  const used = usedBy(follow);
  const size = copyQty(
    { traderMargin: lead.margin, settings: follow, used, available, leverage, price, unit },
    terms,
  );
  const sizing = sizingOf(mirroring, allowed);
  sizing.used = used;
  sizing.available = available;
  sizing.leverage = leverage;
  if (size.missed !== undefined) {
    const figures = {
      CAP: { found: size.capped, allowed: follow.maxBet },
      BALANCE: { found: available, allowed: size.capped },
      MIN_QTY: { found: wantedQty(size, { leverage, price }), allowed: leastQty(price, terms) },
    }[size.missed];
    return miss(mirroring, size.missed, { ...figures, sizing });
  }
  const decision = placeCopy(
    book,
    player,
    {
      kind: 'PLACE_FUTURES_ORDER',
      site: player.site,
      player: player.id,
      side: lead.side,
      type: 'MARKET',
      qty: size.qty,
      by: 'last',
      leverage,
      marginType,
      reduceOnly: false,
      postOnly: false,
      immediate: false,
      terms,
      quote,
      priced,
    },
    context,
    // Isolated margin is free money, of which a cross account may have less than it may spend.
    { mark: markOf(mirroring, sizing), available },
  );
  if (!decision.ok) return notOpened(mirroring, decision.refusal);
  const { event } = decision;
  return event.kind === 'FUTURES_FILLED' ? accept(event) : miss(mirroring, 'FAILED', { detail: event.kind });
}

const markOf = ({ follow, lead }: Mirroring, sizing: CopySizing): CopyMark => ({
  cause: 'MIRROR',
  follow: follow.id,
  lead: lead.id,
  sizing,
});

/** What a lead is decided with, so that its receipt can decide it again. */
function sizingOf({ command: { terms }, follow }: Mirroring, guard: Rate): Fresh<CopySizing> {
  const { multiplyPer, maxBet, oneMaxBet } = follow;
  const { qtyStep, qtyLeast, notionalLeast, feeRate } = terms;
  return { multiplyPer, maxBet, oneMaxBet, guard, qtyStep, qtyLeast, notionalLeast, feeRate };
}

/** What neither a price nor money decides. */
function barOf({ book, player, command, follow, lead }: Mirroring): MissedReason | undefined {
  if (!follow.pairs.includes(lead.instrument)) return 'PAIR_OFF';
  const isUsedUp = follow.lossLimit !== undefined && follow.total <= -follow.lossLimit;
  if (follow.isPaused || follow.multiplyPer === 0 || isUsedUp) return 'PAUSED';
  const { positions, orders } = accountOf(book, player);
  const copy = follow.copies.get(lead.instrument);
  const held = positions.get(lead.instrument);
  // A copy that was left from an earlier position of the trader is the follower's own from then on.
  if (held !== undefined && (held.id !== copy?.position || copy.traderPosition !== lead.position))
    return 'OWN_POSITION';
  if (held !== undefined && held.side !== lead.side) return 'OWN_POSITION';
  for (const { instrument } of orders.values()) if (instrument === lead.instrument) return 'OWN_POSITION';
  return player.blocked || command.terms.mode !== 'NORMAL' ? 'STOPPED' : undefined;
}

/** Undefined while a price of the account is missing. What an isolated position sets aside is there as free money. */
function availableFor(
  { book, player }: Mirroring,
  priced: readonly Priced[],
  isIsolated: boolean,
): Amount | undefined {
  const facts = factsOf(book, player, walletOf(player, COPY_WALLET));
  const account = crossAccount(facts, pricedIn(priced));
  if (account === undefined) return undefined;
  const { available } = meansOf(facts, account);
  if (!isIsolated) return available;
  return smaller(available, facts.free > 0n ? facts.free : ZERO);
}

function notOpened(mirroring: Mirroring, refusal: PlaceRefusal): Mirrored {
  switch (refusal) {
    case 'FUNDING_DUE':
      return refuse(refusal);
    case 'NO_FRESH_PRICE':
    case 'PRICES_MISSING':
      return wait(mirroring, 'NO_PRICE');
    case 'QTY_TOO_SMALL':
      return miss(mirroring, 'MIN_QTY');
    case 'ABOVE_HOLDINGS':
      return miss(mirroring, 'BALANCE');
    case 'ABOVE_LEVERAGE_CAP':
    case 'LEVERAGE_OUT_OF_RANGE':
      return miss(mirroring, 'LEVERAGE');
    case 'ENTER_PRICE':
    case 'ENTER_QTY':
    case 'ENTER_TRIGGER':
    case 'LEVERAGE_DIFFERS':
    case 'MARGIN_TYPE_DIFFERS':
    case 'NO_POSITION':
    case 'ONLY_REDUCE':
    case 'OPTION_STOPPED':
    case 'ORDER_TYPE_INVALID':
    case 'PARTNER_CANNOT_TRADE':
    case 'PRICE_OFF_TICK':
    case 'QTY_OFF_STEP':
    case 'STOP_REJECTED':
    case 'TOO_MANY_ORDERS':
    case 'TPSL_BEYOND_LIQUIDATION':
    case 'TPSL_REJECTED':
    case 'WALLET_UNSUPPORTED':
    case 'WOULD_NOT_FILL':
    case 'WOULD_TAKE':
      return miss(mirroring, 'FAILED', { detail: refusal });
  }
}

function close(mirroring: Mirroring): Mirrored {
  const { book, player, command, context, follow, lead } = mirroring;
  const { terms } = command;
  const copy = follow.copies.get(lead.instrument);
  const position = accountOf(book, player).positions.get(lead.instrument);
  if (copy === undefined || copy.traderPosition !== lead.position || position?.id !== copy.position)
    return miss(mirroring, 'NO_COPY');
  const qty = closingQty(position.qty, lead, terms);
  if (qty === 0n) return miss(mirroring, 'MIN_QTY');
  const gate = fillGate(terms, command.quote, context.now);
  if (gate !== undefined) return wait(mirroring, gate === 'OPTION_STOPPED' ? 'STOPPED' : 'NO_PRICE');
  const quote = command.quote as Quote;
  const side = otherSide(lead.side);
  const found = worseBy(side, marketPrice(side, quote), lead.price);
  const sizing = sizingOf(mirroring, follow.exitGuard);
  sizing.held = position.qty;
  if (found > follow.exitGuard)
    return wait(mirroring, 'SLIPPAGE', { found, allowed: follow.exitGuard, sizing });
  const due = fundingGate(book, player, position, terms, context.now);
  if (due !== undefined) return refuse(due);

  // All checks passed: below this line nothing may fail.
  const wallet = walletOf(player, COPY_WALLET);
  const fills = [closing(position, { terms, quote }, { cause: 'CLOSE', qty }, wallet.unit)];
  const copied = markOf(mirroring, sizing);
  return accept(settle(book, player, wallet, context, { fills, isAfterGap: false, copy: copied }));
}
