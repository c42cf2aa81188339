// Planted bugs in overseas futures.
import { plantedBugs } from '../mutant.ts';

export const overseaMutants = plantedBugs({
  'engine/src/oversea/pricing.ts': {
    'profit on contracts is rounded up': ["denominator * unit, 'down') *", "denominator * unit, 'up') *"],
    'who buys contracts pays the bid': ["'LONG' ? quote.ask : quote.bid", "'LONG' ? quote.bid : quote.ask"],
    'a short position earns as prices rise': ["side === 'LONG' ? gap : -gap", 'gap'],
    'margin and commission are rounded down': ["(qty), unit, 'up') * unit)", "(qty), unit, 'down') * unit)"],
    'the first contract that closes takes all margin back': [
      '(closed === qty ? margin :',
      '(closed >= 1 ? margin :',
    ],
    'take-profit and stop-loss change places': [
      'tp: at(tpTick, isLong), sl: at(slTick, !isLong)',
      'tp: at(tpTick, !isLong), sl: at(slTick, isLong)',
    ],
    'take-profit is rounded toward the entry': ["isAbove ? 'up' : 'down')", "isAbove ? 'down' : 'up')"],
    'a stop-loss waits for the price beyond it': ['? last <= sl : last >= sl)', '? last < sl : last > sl)'],
    'accounts are cut at all of their margin': [
      "level += portion(position.margin, terms.lossCutRate, 'down');",
      'level += position.margin;',
    ],
    'locked margin does not protect an account': ['of.free + of.margin + of.lastPnl', 'of.free + of.lastPnl'],
  },
  'engine/src/entry.ts': {
    'a second addition spoils the mean': ['price * added * over', 'price * added'],
  },
  'engine/src/oversea/netting.ts': {
    'a position that reverses opens the whole order': [
      'closed, opened: qty - closed ',
      'closed, opened: qty ',
    ],
    'resting orders do not count as contracts': ['order of orders) count', 'order of [] as Resting[]) count'],
  },
  'engine/src/oversea/gates.ts': {
    'an old price is fresh enough for contracts': [
      'now - quote.ts <= staleMs',
      'now - quote.ts <= staleMs * 2',
    ],
    'positions are opened until the forced close': [
      "phaseAt(session, now) !== 'OPEN'",
      "!['OPEN', 'REDUCE_ONLY'].includes(phaseAt(session, now))",
    ],
    'a resting order is filled in the break': [
      '|| isWithin(now, { from',
      '|| isWithin(session.opensAt, { from',
    ],
    'the overnight check may run at the forced close': [
      "phaseAt(session, now) === 'CARRYING'",
      'isClosingTime(session, now)',
    ],
  },
  'engine/src/oversea/order-plan.ts': {
    'a trigger always fires from below': ["> quote.last ? 'AT_OR_ABOVE'", "!== quote.last ? 'AT_OR_ABOVE'"],
    'a limit at the market rests': ['ask <= price : quote.bid >= price', 'ask < price : quote.bid > price'],
    'a price between two ticks is taken': [
      "if (!isMultiple(price, terms.tickSize)) return 'PRICE_OFF_TICK';",
      '',
    ],
    'a reduce-only order does not shrink': ['Math.min(qty, position.qty) :', 'Math.max(qty, position.qty) :'],
    'an order rests without its margin': ['openedQty === 0 ? ZERO :', 'openedQty <= 2 ? ZERO :'],
    'an exit that fires at once is taken': ['return tp || sl;', 'return tp && sl;'],
    'a player’s own limit of all contracts forgets what rests': ['facts.orders.values(), terms', '[], terms'],
  },
  'engine/src/oversea/plan.ts': {
    'the commission is not part of the needed money': [
      'plan.pnl - plan.commission - plan.margin',
      'plan.pnl - plan.margin',
    ],
    'a closed part leaves its entry commission behind': [' ? paid - entryCommission : 0n', ' ? paid : 0n'],
    'a reversing fill charges its whole commission to the closed part': [
      'shareOf(commission, { part: closed, of: request.qty }, unit)',
      'commission',
    ],
    'an order that adds to a position cannot set its exits': ['tpTick: request.tpTick ?? tpTick,', 'tpTick,'],
    'a position that reversed keeps its number': [
      'id: request.eventId,',
      'id: position?.id ?? request.eventId,',
    ],
    'positions open with the overnight flag': ['overnight: false,', 'overnight: side === "SHORT",'],
  },
  'engine/src/oversea/fill.ts': {
    'a resting limit is filled at the market': [
      "type === 'LIMIT' && !isOnArrival ? price : marketPrice(side, quote)",
      'price > 0n || type.length > 0 ? marketPrice(side, quote) : price',
    ],
    'a limit that arrived without a price is filled at its own': [
      'const isOnArrival = isUnpriced && isFirstPrice;',
      'const isOnArrival = isUnpriced && isFirstPrice && price < 0n;',
    ],
    'a limit is reached by the last price': ['ask <= price : quote.bid', 'last <= price : quote.last'],
    'an order of yesterday opens today': ['tradeDate < session.tradeDate', 'tradeDate > session.tradeDate'],
    'an order in an endless market ends at midnight': [' && !neverEnds(session) && order', ' && order'],
    'the free money is not checked again at the fill': [
      "freeAfter(free, plan) < 0n ? 'INSUFFICIENT_BALANCE'",
      "freeAfter(free, plan) < -free * 1_000n - 10n ** 18n ? 'INSUFFICIENT_BALANCE'",
    ],
  },
  'engine/src/oversea/session.ts': {
    'a position in an endless market is closed at midnight': [
      "if (reason !== 'STAFF_CLOSE' && session !== undefined && neverEnds(session)) return false;",
      '',
    ],
    'a flagged position in an endless market is checked every midnight': [' neverEnds(session) || ', ' '],
    'a market without a price shields its account from the overnight check': [
      'isKnown(each, now) || isSilent(each, now)',
      'isKnown(each, now)',
    ],
    'a position is carried into the next day without a price': [
      'const judged = ending.filter((each) => isKnown(each, now));',
      'const judged = ending;',
    ],
    'the overnight flag is ignored at the end of the date': [
      'if (!canPosition(position, reason)) return false;',
      '',
    ],
    'an account with too little equity is carried all the same': [
      'if (equity >= needed)',
      'if (equity >= 0n)',
    ],
    'a position is carried beyond the last trading day': ['if (session.isLastTradingDay) return false;', ''],
    'orders that reduce end with the date as well': [" reason !== 'SESSION_END'))", ' reason.length > 0))'],
  },
  'engine/src/oversea/exit.ts': {
    'any leg will do for an exit': ["!(leg === 'TP' ? reached.tp : reached.sl", '!(reached.tp || reached.sl'],
    'a loss-cut leaves the orders': ['account.orders.values(),\n', 'new Map<number, never>().values(),\n'],
    'an account is cut by an old price': ['filter((each) => isFillable(each, now));', 'filter(isTrading);'],
    'a market without a price shields its account': ['(each, now) || isSilent(each, now)', '(each, now)'],
  },
  'engine/src/oversea/watch.ts': {
    'the watch waits for a market without a price': [' now) || isSilent(each, now, listeningSince)', ' now)'],
    'each of several positions may lose all that is left': ['parts = BigInt(of.positions);', 'parts = 1n;'],
  },
  'engine/src/watch/guards.ts': {
    'the watch ignores a changed balance': ['known.free = balance;\n', '\n'],
  },
  'engine/src/oversea/position-settings.ts': {
    'the overnight flag may be set in the last minutes': [
      "phaseAt(session, context.now) !== 'OPEN'",
      'context.now >= session.endsAt',
    ],
  },
  'engine/src/oversea/settle.ts': {
    'a flat account is left in debt': [' = isFlat && money.free() < 0n ? -money.free() : 0n;', ' = 0n;'],
    'the house lifts an account that still holds positions': [
      ' topUp = isFlat && money.free()',
      ' topUp = money.free()',
    ],
    'orders that can reduce nothing stay': ['endUseless(account, settlement, ended);\n', '\n'],
    'the surplus of a filled order is kept': ['released + (missing < 0n ? -missing : 0n);', 'released;'],
    'an event that enlarges a position does not say when it was opened': [
      '...(before === undefined ? undefined : { openedAt: before.openedAt }),',
      '...(before === undefined || closedQty === 0 ? undefined : { openedAt: before.openedAt }),',
    ],
  },
  'engine/src/oversea/apply.ts': {
    'a carried position is due again at once': [
      'of event.carried) change(state, position);',
      'of event.carried) change(state, { ...position, heldFor: state.positions.get(position.id)!.heldFor });',
    ],
    'exits are set and not kept': [
      'change(state, event.position);',
      'change(state, { ...event.position, slTick: state.positions.get(event.position.id)!.slTick });',
    ],
  },
  'engine/src/oversea/event-facts.ts': {
    'an event that cancels an order leaves out its take-profit': [
      '...(tpTick === undefined ? undefined : { tpTick }),',
      '',
    ],
  },
  'engine/src/watch/watch.ts': {
    'a refused fill is never requested again': ['placements.putBack(command.player, target.leg);', ''],
  },
  'engine/src/watch/first-prices.ts': {
    'every price is the first for a limit that arrived without one': [
      'if (order === undefined || isMet(order)) ids.delete(id);',
      'if (order === undefined) ids.delete(id);',
    ],
  },
  'server/src/oversea/shadow/rows.ts': {
    'the tables leave a reversed position open': [
      'closedPosition !== position?.id',
      'position === undefined',
    ],
    'the tables forget an overnight flag': ['id, { overnight: event.position.overnight });', 'id, {});'],
  },
  'engine/src/oversea/order-guard.ts': {
    'a player’s own limit counts what an order closes': [' undefined || opened === 0) ', ' undefined) '],
    'a player’s own limit of one order lets one more through': [
      'opened > guard.once',
      'opened > guard.once + 1',
    ],
    'a player’s own limit of distance does not hold below the market': [
      'price > last ? price - last : last - price',
      'price > last ? price - last : 0n',
    ],
  },
  'engine/src/oversea/digest.ts': {
    'the digest of an order leaves out its margin': ['addUnits(order.margin);', ''],
  },
});
