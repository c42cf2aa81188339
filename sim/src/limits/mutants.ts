// Planted bugs in players' own limits: in what holds, in what is counted, and in what is refused.
import { plantedBugs } from '../mutant.ts';

export const limitsMutants = plantedBugs({
  'engine/src/limits/decide.ts': {
    'limits: a limit is loosened at once': ['from: later(now, LOOSEN_AFTER_MS)', 'from: now'],
    'limits: a break can be made shorter': [
      "if (until <= (settings.coolOffUntil ?? 0)) return refuse('PAUSE_NOT_LONGER');",
      '',
    ],
  },
  'engine/src/limits/standing.ts': {
    'limits: what is open is not counted': [
      'const openAfter = larger((open - stake.ended) as Amount, ZERO) + stake.opened;',
      'const openAfter = stake.opened;',
    ],
    'limits: a break ends a millisecond late': ['now < coolOffUntil ?', 'now <= coolOffUntil ?'],
  },
  'engine/src/limits/periods.ts': {
    'limits: the loss of yesterday counts today': [
      'const isToday = counters.day === fresh.day;',
      'const isToday = counters.day > 0;',
    ],
    'limits: the day ends at another midnight': [
      'day: koreanDate(at),\n  result',
      'day: koreanDate(at + 7_200_000),\n  result',
    ],
  },
  'engine/src/payment/payment-changes.ts': {
    'limits: a loss is counted twice': ['given - lost - taken', 'given - 2n * lost - taken'],
  },
  'engine/src/oversea/changes.ts': {
    'limits: an order that waited is at stake twice': [
      'if (event.order !== undefined) ended += oversea.orders.get(event.order)?.margin ?? 0n;',
      '',
    ],
    'limits: a position is at stake without its commission': [
      'position.margin + position.entryCommission;',
      'position.margin;',
    ],
    'limits: what contracts lost is not counted': ['result: result as Amount', 'result: ZERO'],
  },
  'engine/src/oversea/product.ts': {
    'limits: an order that a limit bars waits on': [
      "command.kind === 'FILL_OVERSEA_ORDER' ? barredOrder",
      "command.kind === 'CUT_OVERSEA_LOSSES' ? barredOrder",
    ],
  },
  'engine/src/bitball/product.ts': {
    'limits: a break is forgotten for balls': [
      'BALL_BET_PLACED: (_book, event, followed) => betChanges(event, followed),',
      "BALL_BET_PLACED: 'NOTHING',",
    ],
  },
  'engine/src/decide.ts': {
    'limits: payments are not counted': [
      'return decision.ok ? follow(book, decision, context) : decision;',
      'return decision;',
    ],
  },
  'server/src/limits/shadow/product.ts': {
    'limits: what is used is not written': [
      'used.set(note.player, (note as LimitsNote).counters)',
      'used.has(note.player)',
    ],
  },
});
