// Planted bugs in coin futures that no seed has found in the workload as it is: each asks for a stronger workload or
// check. One that is found moves to `mutants.ts`.
import { plantedBugs } from '../mutant.ts';

export const openFuturesMutants = plantedBugs({
  'engine/src/futures/risk.ts': {
    'futures: a player is warned again at once': [
      'now - warnedAt >= WARNING_PAUSE_MS',
      'now - warnedAt >= 0',
    ],
  },
  'engine/src/futures/watch-judge.ts': {
    'futures: liquidation is one tick late': [
      "by: 'mark', fires, level } });",
      "by: 'mark', fires, level: (level - (fires === 'AT_OR_BELOW' ? 1n : -1n) * each.terms.tickSize) as never } });",
    ],
  },
  'engine/src/futures/value.ts': {
    'futures: the value of an inverse contract is rounded before its rate': [
      "divide(qty * rate * INVERSE_FINE, at * ONE, 'up')",
      "divide(divide(qty * INVERSE_FINE, at, 'up') * rate, ONE, 'up')",
    ],
  },
  'engine/src/futures/plan.ts': {
    'futures: the margin that stays pays nothing of a partial loss': [
      'const taken = staying < -left ? staying : -left;',
      'const taken = 0n;',
    ],
  },
  'engine/src/futures/order-plan.ts': {
    'futures: a limit at the market rests': [
      "return side === 'LONG' ? quote.ask <= price : quote.bid >= price;",
      "return side === 'LONG' ? quote.ask < price : quote.bid > price;",
    ],
    'futures: unrealised profit is spent': [
      "return fault ?? (freeAfter(facts.free, fills) < 0n ? 'ABOVE_HOLDINGS' : undefined);",
      'return fault;',
    ],
  },
  'engine/src/futures/fill.ts': {
    'futures: a triggered post-only limit takes': ["if (order.postOnly) return end('WOULD_TAKE');", ''],
  },
  'engine/src/futures/margin.ts': {
    'futures: margin is added out of money that is not there': [' && amount <= facts.free;', ';'],
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
