// Planted bugs in overseas futures.
import { type Mutant, one } from '../mutant.ts';

const of = (file: string) => `engine/src/oversea/${file}.ts`;
const PRICING = of('pricing');
const PLAN = of('plan');
const ORDERS = of('order-plan');
const FILL = of('fill');
const EXIT = of('exit');
const SESSION = of('session');
const SETTLE = of('settle');
const GATES = of('gates');
const GUARD = of('order-guard');
const APPLY = of('apply');
const ROWS = 'server/src/oversea/shadow/rows.ts';

export const overseaMutants: readonly Mutant[] = [
  one(
    'profit on contracts is rounded up',
    PRICING,
    "(divide(numerator, denominator * unit, 'down') * unit) as Amount",
    "(divide(numerator, denominator * unit, 'up') * unit) as Amount",
  ),
  one(
    'who buys contracts pays the bid',
    PRICING,
    "side === 'LONG' ? quote.ask : quote.bid",
    "side === 'LONG' ? quote.bid : quote.ask",
  ),
  one('a short position earns as prices rise', PRICING, "side === 'LONG' ? gap : -gap", 'gap'),
  one(
    'margin and commission are rounded down',
    PRICING,
    "(divide(each * BigInt(qty), unit, 'up') * unit) as Amount",
    "(divide(each * BigInt(qty), unit, 'down') * unit) as Amount",
  ),
  one(
    'the first contract that closes takes all margin back',
    PRICING,
    '(closed === qty ? margin :',
    '(closed >= 1 ? margin :',
  ),
  one(
    'take-profit and stop-loss change places',
    PRICING,
    'tp: at(tpTick, isLong), sl: at(slTick, !isLong)',
    'tp: at(tpTick, !isLong), sl: at(slTick, isLong)',
  ),
  one(
    'take-profit is rounded toward the entry',
    PRICING,
    "over * tickSize, isAbove ? 'up' : 'down')",
    "over * tickSize, isAbove ? 'down' : 'up')",
  ),
  one(
    'a stop-loss waits for the price beyond it',
    PRICING,
    'sl !== undefined && (isLong ? last <= sl : last >= sl)',
    'sl !== undefined && (isLong ? last < sl : last > sl)',
  ),
  one(
    'accounts are cut at all of their margin',
    PRICING,
    "level += portion(position.margin, terms.lossCutRate, 'down');",
    'level += position.margin;',
  ),
  one(
    'locked margin does not protect an account',
    PRICING,
    'of.free + of.margin + of.lastPnl',
    'of.free + of.lastPnl',
  ),
  one(
    'a second addition spoils the mean',
    of('entry'),
    'price * BigInt(added) * over',
    'price * BigInt(added)',
  ),
  one(
    'a position that turns opens the whole order',
    of('netting'),
    'return { closed, opened: qty - closed };',
    'return { closed, opened: qty };',
  ),
  one(
    'resting orders do not count as contracts',
    of('netting'),
    'for (const order of orders) count(',
    'for (const order of [] as Resting[]) count(',
  ),
  one(
    'an old price is fresh enough for contracts',
    GATES,
    'now - quote.ts <= staleMs',
    'now - quote.ts <= staleMs * 2',
  ),
  one(
    'positions are opened until the forced close',
    GATES,
    "phaseAt(session, now) !== 'OPEN'",
    "!['OPEN', 'REDUCE_ONLY'].includes(phaseAt(session, now))",
  ),
  one(
    'what waited is filled in the break',
    GATES,
    '|| isWithin(now, { from: session.opensAt, to: session.closesAt })',
    '|| isWithin(session.opensAt, { from: session.opensAt, to: session.closesAt })',
  ),
  one(
    'the night is asked about with the forced close',
    GATES,
    "phaseAt(session, now) === 'CARRYING'",
    'isClosingTime(session, now)',
  ),
  one(
    'a trigger always fires from below',
    ORDERS,
    "price > quote.last ? 'AT_OR_ABOVE'",
    "price !== quote.last ? 'AT_OR_ABOVE'",
  ),
  one(
    'a limit at the market rests',
    ORDERS,
    "side === 'LONG' ? quote.ask <= price : quote.bid >= price",
    "side === 'LONG' ? quote.ask < price : quote.bid > price",
  ),
  one(
    'a price between two ticks is taken',
    ORDERS,
    "if (!isMultiple(price, terms.tickSize)) return 'PRICE_OFF_TICK';",
    '',
  ),
  one(
    'a reduce-only order does not shrink',
    ORDERS,
    'Math.min(qty, position.qty) : qty',
    'Math.max(qty, position.qty) : qty',
  ),
  one(
    'an order rests without its margin',
    ORDERS,
    'openedQty === 0 ? ZERO : marginOf(openedQty, terms, facts.unit)',
    'openedQty <= 2 ? ZERO : marginOf(openedQty, terms, facts.unit)',
  ),
  one('an exit that fires at once is taken', ORDERS, 'return tp || sl;', 'return tp && sl;'),
  one(
    'the commission is not asked for',
    PLAN,
    '+ plan.pnl - plan.commission - plan.margin',
    '+ plan.pnl - plan.margin',
  ),
  one(
    'a closed part leaves its entry commission behind',
    PLAN,
    'position.qty > closed ? paid - entryCommission : 0n',
    'position.qty > closed ? paid : 0n',
  ),
  one(
    'a turning fill charges its whole commission to the closed part',
    PLAN,
    'shareOf(commission, { part: closed, of: request.qty }, unit)',
    'commission',
  ),
  one('what adds to a position cannot set its exits', PLAN, 'tpTick: request.tpTick ?? tpTick,', 'tpTick,'),
  one(
    'a position that turned keeps its number',
    PLAN,
    'id: request.eventId,',
    'id: position?.id ?? request.eventId,',
  ),
  one('positions open flagged for the night', PLAN, 'overnight: false,', 'overnight: side === "SHORT",'),
  one(
    'a resting limit is filled at the market',
    FILL,
    "type === 'LIMIT' && !isOnArrival ? price : marketPrice(side, quote)",
    'price > 0n || type.length > 0 ? marketPrice(side, quote) : price',
  ),
  one(
    'a limit that arrived without a price is filled at its own',
    FILL,
    'const isOnArrival = isUnpriced && isFirstPrice;',
    'const isOnArrival = isUnpriced && isFirstPrice && price < 0n;',
  ),
  one(
    'a limit is reached by the last price',
    FILL,
    'quote.ask <= price : quote.bid >= price',
    'quote.last <= price : quote.last >= price',
  ),
  one(
    'an order of yesterday opens today',
    FILL,
    'order.tradeDate < session.tradeDate',
    'order.tradeDate > session.tradeDate',
  ),
  one(
    'an order in an endless market ends at midnight',
    FILL,
    'session !== undefined && !neverEnds(session) && order',
    'session !== undefined && order',
  ),
  one(
    'a position in an endless market is closed at midnight',
    SESSION,
    "if (reason !== 'STAFF_CLOSE' && session !== undefined && neverEnds(session)) return false;",
    '',
  ),
  one(
    'a flagged position in an endless market is looked at every midnight',
    SESSION,
    'session === undefined || neverEnds(session) || heldFor <= position.heldFor',
    'session === undefined || heldFor <= position.heldFor',
  ),
  one(
    'the money is not looked at again at the fill',
    FILL,
    "freeAfter(free, plan) < 0n ? 'INSUFFICIENT_BALANCE'",
    "freeAfter(free, plan) < -free * 1_000n - 10n ** 18n ? 'INSUFFICIENT_BALANCE'",
  ),
  one(
    'any leg will do for an exit',
    EXIT,
    "if (!(leg === 'TP' ? reached.tp : reached.sl))",
    'if (!(reached.tp || reached.sl))',
  ),
  one(
    'a loss-cut leaves the orders',
    EXIT,
    'account.orders.values(),\n',
    'new Map<number, never>().values(),\n',
  ),
  one(
    'an account is cut by an old price',
    EXIT,
    'const fillable = marked.filter((each) => isFillable(each, now));',
    'const fillable = marked.filter(isTrading);',
  ),
  one(
    'a market without a price shields its account',
    EXIT,
    'isKnown(each, now) || isSilent(each, now)',
    'isKnown(each, now)',
  ),
  one(
    'the watch waits for a market without a price',
    of('watch-guards'),
    'isKnown(each, now) || isSilent(each, now, listeningSince)',
    'isKnown(each, now)',
  ),
  one(
    'a market without a price shields its account from the check of the night',
    SESSION,
    'isKnown(each, now) || isSilent(each, now)',
    'isKnown(each, now)',
  ),
  one(
    'a position is carried into the next day without a price',
    SESSION,
    'const judged = ending.filter((each) => isKnown(each, now));',
    'const judged = ending;',
  ),
  one(
    'a flag for the night is not looked at',
    SESSION,
    'if (!canPosition(position, reason)) return false;',
    '',
  ),
  one('who has too little is carried all the same', SESSION, 'if (equity >= needed)', 'if (equity >= 0n)'),
  one(
    'a position is carried beyond the last trading day',
    SESSION,
    'if (session.isLastTradingDay) return false;',
    '',
  ),
  one(
    'orders that reduce end with the date as well',
    SESSION,
    "if (isOver && (isOpening || reason !== 'SESSION_END'))",
    'if (isOver && (isOpening || reason.length > 0))',
  ),
  one(
    'the night is flagged in the last minutes',
    of('position-settings'),
    "phaseAt(session, context.now) !== 'OPEN'",
    'context.now >= session.endsAt',
  ),
  one(
    'a flat account is left in debt',
    SETTLE,
    'const topUp = isFlat && money.free() < 0n ? -money.free() : 0n;',
    'const topUp = 0n;',
  ),
  one(
    'the house lifts who still holds something',
    SETTLE,
    'const topUp = isFlat && money.free() < 0n',
    'const topUp = money.free() < 0n',
  ),
  one('orders that can reduce nothing stay', SETTLE, 'endUseless(account, settlement, ended);\n', '\n'),
  one(
    'the surplus of a filled order is kept',
    SETTLE,
    'back += plan.released + (missing < 0n ? -missing : 0n);',
    'back += plan.released;',
  ),
  one(
    'a carried position is due again at once',
    APPLY,
    'of event.carried) change(state, position);',
    'of event.carried) change(state, { ...position, heldFor: state.positions.get(position.id)!.heldFor });',
  ),
  one(
    'exits are set and not kept',
    APPLY,
    'change(state, event.position);',
    'change(state, { ...event.position, slTick: state.positions.get(event.position.id)!.slTick });',
  ),
  one(
    'an event that enlarges a position does not say when it was opened',
    SETTLE,
    '...(before === undefined ? undefined : { openedAt: before.openedAt }),',
    '...(before === undefined || closedQty === 0 ? undefined : { openedAt: before.openedAt }),',
  ),
  one(
    'an event that cancels an order leaves out its take-profit',
    of('event-facts'),
    '...(tpTick === undefined ? undefined : { tpTick }),',
    '',
  ),
  one(
    'each of several positions may lose all that is left',
    of('watch-guards'),
    'const parts = BigInt(of.positions);',
    'const parts = 1n;',
  ),
  one('the watch does not hear of money that moves', of('watch-guards'), 'known.free = balance;\n', '\n'),
  one(
    'what was refused is never asked for again',
    of('watch'),
    "placements.putBack(command.player, legId(command.order, 'ORDER'));",
    '',
  ),
  one(
    'every price is the first for a limit that arrived without one',
    of('watch-first-prices'),
    'if (order === undefined || isMet(order)) ids.delete(id);',
    'if (order === undefined) ids.delete(id);',
  ),
  one(
    'the tables leave a turned position open',
    ROWS,
    'if (closedPosition !== undefined && closedPosition !== position?.id) {',
    'if (closedPosition !== undefined && position === undefined) {',
  ),
  one(
    'the tables forget a flag for the night',
    ROWS,
    'patch(rows, event.position.id, { overnight: event.position.overnight });',
    'patch(rows, event.position.id, {});',
  ),
  one(
    'a player’s own limit counts what an order closes',
    GUARD,
    'if (guard === undefined || opened === 0) return undefined;',
    'if (guard === undefined) return undefined;',
  ),
  one(
    'a player’s own limit of one order lets one more through',
    GUARD,
    'opened > guard.once',
    'opened > guard.once + 1',
  ),
  one(
    'a player’s own limit of distance is not asked of buys below the market',
    GUARD,
    'price > last ? price - last : last - price',
    'price > last ? price - last : 0n',
  ),
  one(
    'a player’s own limit of all contracts forgets what rests',
    ORDERS,
    'contractsOf(positions, facts.orders.values(), terms.instrument);\n  return brokenGuard',
    'contractsOf(positions, [], terms.instrument);\n  return brokenGuard',
  ),
];
