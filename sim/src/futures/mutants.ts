// Planted bugs in coin futures. Their names begin with the product: `--mutants --only futures` searches for them alone.
import { plantedBugs } from '../mutant.ts';

export const futuresMutants = plantedBugs({
  'engine/src/futures/value.ts': {
    'futures: profit is rounded up': [
      "toMoney(finePnl(held, at, valued), unit, 'down')",
      "toMoney(finePnl(held, at, valued), unit, 'up')",
    ],
    'futures: a short position earns as prices rise': ["(side === 'LONG' ? 1n : -1n)", '1n'],
    'futures: fees are rounded down': [
      "LINEAR_MONEY * ONE, unit, 'up')",
      "LINEAR_MONEY * ONE, unit, 'down')",
    ],
    'futures: the deduction of a tier is forgotten': [
      ' - fineOf(deduction);\n  return required',
      ';\n  return required',
    ],
    'futures: the first part that closes takes all': ['(part === of ? whole', '(part <= of ? whole'],
    'futures: both sides pay funding': ["(side === 'LONG' ? ofLong : ofShort)", 'ofLong'],
    'futures: funding is rounded toward the player': ["scale, 'down') * unit)", "scale, 'up') * unit)"],
    'futures: the value of an inverse contract is rounded before its rate': [
      "divide(qty * rate * INVERSE_FINE, at * ONE, 'up')",
      "divide(divide(qty * INVERSE_FINE, at, 'up') * rate, ONE, 'up')",
    ],
  },
  'engine/src/futures/standing.ts': {
    'futures: the tier of the entry counts instead of the mark': [
      'maintenance: fineMaintenance(position.qty, quote.mark, terms),',
      'maintenance: fineMaintenance(position.qty, (position.entry.sum / position.entry.over) as never, terms),',
    ],
    'futures: an old price is fresh enough': ['now - quote.ts <= staleMs', 'now - quote.ts <= staleMs * 2'],
    'futures: resting orders hold nothing back': [
      'const available = equity - required - held;',
      'const available = equity - required;',
    ],
    'futures: funding does not count in equity': [
      'fineOf((free + funding) as Amount) + pnl',
      'fineOf(free) + pnl',
    ],
  },
  'engine/src/futures/liquidation-price.ts': {
    'futures: margin brings the liquidation of a long nearer': [
      'share * (cost - base * over)',
      'share * (cost + base * over)',
    ],
  },
  'engine/src/futures/exit-orders.ts': {
    'futures: a stop-loss at the liquidation price is taken': [
      'stop <= liquidation : stop >= liquidation',
      'stop < liquidation : stop > liquidation',
    ],
  },
  'engine/src/futures/plan.ts': {
    'futures: a closed part leaves its entry fee behind': [
      '(position.entryFee - gone.entryFee)',
      '(position.entryFee)',
    ],
    'futures: the mean of an inverse contract is that of coins': [
      'isInverse(contract) ? harmonicMeanOf(entry, added) : meanOf(entry, added)',
      'meanOf(entry, added)',
    ],
    'futures: the insurance does not pay the fee of a liquidation': [
      '-(position.margin + funding + pnl - fee)',
      '-(position.margin + funding + pnl)',
    ],
    'futures: the margin that stays pays nothing of a partial loss': [
      'const taken = staying < -left ? staying : -left;',
      'const taken = 0n;',
    ],
  },
  'engine/src/futures/changes.ts': {
    'futures: an order that waits is not held against a limit': [
      "wallet: order.wallet, asks: 'STAKE', opened }];",
      'wallet: order.wallet, opened }];',
    ],
  },
  'engine/src/futures/settle.ts': {
    'futures: the insurance raises an account that has cross positions': [
      'const topUp = free < 0n && !hasCross(positionsAfter(account, fills), wallet.type) ? -free : 0n;',
      'const topUp = free < 0n ? -free : 0n;',
    ],
    'futures: orders that can reduce nothing stay': [
      'if (isForeign || !canReduce(position, order.side)) yield order;',
      'if (isForeign) yield order;',
    ],
    'futures: who is liquidated keeps what is left': [
      '  isForfeited ? insurance : free;',
      '  isForfeited ? free : free;',
    ],
  },
  'engine/src/futures/order-plan.ts': {
    'futures: a limit between two ticks is taken': [
      "if (!isMultiple(price, terms.tickSize)) return 'PRICE_OFF_TICK';",
      '',
    ],
    'futures: resting orders do not count for the cap of a leverage': [
      'const used = usedQty(facts, terms.instrument, side);',
      'const used = usedQty({ ...facts, orders: new Map() }, terms.instrument, side);',
    ],
    'futures: a limit at the market rests': [
      "return side === 'LONG' ? quote.ask <= price : quote.bid >= price;",
      "return side === 'LONG' ? quote.ask < price : quote.bid > price;",
    ],
  },
  'engine/src/futures/fill-fault.ts': {
    'futures: unrealised profit is spent': [
      "return fault ?? (freeAfter(facts.free, fills) < 0n ? 'ABOVE_HOLDINGS' : undefined);",
      'return fault;',
    ],
  },
  'engine/src/futures/fill.ts': {
    'futures: a resting limit is filled at the market': [
      'price !== undefined && !isOnArrival ? price',
      'price !== undefined && isOnArrival ? price',
    ],
    'futures: an order opens where only reducing goes': [
      "if (terms.mode === 'REDUCE_ONLY') return 'REDUCE_ONLY';",
      '',
    ],
    'futures: a triggered post-only limit takes': ["if (order.postOnly) return end('WOULD_TAKE');", ''],
  },
  'engine/src/futures/liquidate.ts': {
    'futures: positions are liquidated in list order': [
      'of worstFirst(account.marked))',
      'of account.marked)',
    ],
    'futures: a cross liquidation closes everything': ['if (!isUnderwater(left)) break;', ''],
    'futures: a liquidation leaves the orders': [
      "cancelled.push({ order, reason: 'LIQUIDATION' });",
      'continue;',
    ],
    'futures: a liquidation fee is more than what is left': [
      'left <= 0n ? (0n as Amount) : due < left ? due : left',
      'due',
    ],
    'futures: a safe account is liquidated': [
      "if (!isUnderwater(account)) return refuse('EQUITY_FINE');",
      '',
    ],
  },
  'engine/src/futures/fund.ts': {
    'futures: funding is accrued before it is due': [
      "if (dueAt > context.now) return refuse('NOT_DUE');",
      '',
    ],
    'futures: funding of one time is accrued twice': ['funded >= dueAt', 'funded > dueAt'],
  },
  'engine/src/futures/gates.ts': {
    'futures: a position that was opened later pays as well': [
      '  openedAt <= dueAt;',
      '  openedAt <= dueAt + 60_000;',
    ],
    'futures: a position changes before its funding': [
      "funded < dueAt ? 'FUNDING_DUE' : undefined",
      'funded < 0 ? "FUNDING_DUE" : undefined',
    ],
  },
  'engine/src/futures/leverage-fault.ts': {
    'futures: leverage is lowered below the position': [
      "if (leverage < position.leverage) return 'LEVERAGE_BELOW_POSITION';",
      '',
    ],
    'futures: orders keep their cost with another leverage': [
      'return { ...order, leverage, cost: costOf(qty, at, { leverage }, terms, unit) };',
      'return { ...order, leverage };',
    ],
  },
  'engine/src/futures/margin.ts': {
    'futures: profit is taken out of an isolated margin': [
      'const lost = pnl < 0n ? pnl : 0n;',
      'const lost = pnl;',
    ],
    'futures: margin is added out of money that is not there': [' && amount <= facts.free;', ';'],
  },
  'engine/src/futures/exits.ts': {
    'futures: an exit of the whole position does not replace the one before': [
      'qty === undefined ? wholeExits(account, position, asked.type) : [];',
      '[];',
    ],
  },
  'engine/src/futures/netting.ts': {
    'futures: a reversal opens the whole order': ['opened: (qty - closed) as Qty', 'opened: qty'],
    'futures: a reduce-only order does not shrink': ['reduceOnly && most < qty ? most : qty', 'qty'],
  },
  'engine/src/futures/apply.ts': {
    'futures: a warning is forgotten': ['{ ...position, warnedAt: at });', '{ ...position });'],
    'futures: a funding that was accrued is not remembered': [
      '  putFunded(state, key, dueAt);\n',
      '  if (!state.funded.has(key)) putFunded(state, key, dueAt);\n',
    ],
  },
  'engine/src/futures/watch.ts': {
    'futures: a funding does not judge accounts anew': [
      "if (event.kind !== 'FUTURES_FUNDED') return undefined;",
      'if (event.kind.length > 0) return undefined;',
    ],
  },
  'engine/src/futures/watch-judge.ts': {
    'futures: each of several positions may lose all that is left': [
      'marked.length === 1 ? room : (room * each.maintenance) / maintenance',
      'room',
    ],
    'futures: liquidation is one tick late': [
      "by: 'mark', fires, level } });",
      "by: 'mark', fires, level: (level - (fires === 'AT_OR_BELOW' ? 1n : -1n) * each.terms.tickSize) as never } });",
    ],
  },
  'server/src/futures/shadow/rows.ts': {
    'futures: funding is paid twice after a restart': [
      'rows.fundings.push({',
      'if (rate === 0n) rows.fundings.push({',
    ],
    'futures: the tables forget the funding of a position that changed in the same run': [
      'change.state = { ...state, funding: (state.funding + paid) as Amount };',
      '',
    ],
    'futures: the tables leave a closed position open': [
      'change.closed = { closedEvent: id, closedAt: at };',
      '',
    ],
  },
  'engine/src/futures/risk.ts': {
    'futures: a player is warned again at once': [
      'now - warnedAt >= WARNING_PAUSE_MS',
      'now - warnedAt >= 0',
    ],
  },
  'engine/src/futures/trailing-level.ts': {
    'futures: a trailing stop forgets the furthest price that is stored': [
      'stored === undefined ? seen : further(side, stored, seen)',
      'seen',
    ],
  },
  'engine/src/watch/trails.ts': {
    'futures: a trailing stop misses prices while its fill is submitted': [
      '    firedGroups.extend(tick);\n',
      '',
    ],
    'futures: a trailing stop knows prices from before it was placed': ['one[1].since ?? 0', '0'],
  },
  'engine/src/futures/digest.ts': {
    'futures: the digest of an order leaves out its leverage': ['addNumber(order.leverage);\n', '\n'],
  },
});
