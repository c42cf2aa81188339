// Planted bugs in what players and staff may ask of copy trading: who follows whom and how, who can be followed, what is
// closed in the copy tab, and what the normal forms refuse.
import { plantedBugs } from '../mutant.ts';

export const copyRequestMutants = plantedBugs({
  'engine/src/copytrade/find.ts': {
    'copytrade: a follow of another is taken for an own one': [
      'follow?.follower === player ? follow : undefined',
      'player > 0 ? follow : undefined',
    ],
  },
  'engine/src/copytrade/follow.ts': {
    'copytrade: a follower follows a second trader': [
      "if (state.byFollower.has(player.id)) return 'FOLLOWS_ALREADY';",
      '',
    ],
    'copytrade: a trader follows': [
      "if (own !== undefined && isTraderToday(own, now)) return 'TRADER_CANNOT_FOLLOW';",
      '',
    ],
    'copytrade: a former trader follows on the same day': [
      'koreanDate(now) <= deletedOn;',
      'koreanDate(now) < deletedOn;',
    ],
    'copytrade: a former trader never follows again': [
      'koreanDate(now) <= deletedOn;',
      'koreanDate(now) >= deletedOn;',
    ],
    'copytrade: a former trader waits for a day of UTC': [
      'koreanDate(now) <= deletedOn;',
      'Math.floor(now / 86_400_000) <= deletedOn;',
    ],
    'copytrade: a trader who has stopped never follows': [
      "status === 'ACTIVE' || koreanDate",
      "status !== 'DELETED' || koreanDate",
    ],
    'copytrade: a trader who does not accept is followed': [' || !trader.isAccepting)', ')'],
    'copytrade: a trader who is off is followed': [
      "trader.status !== 'ACTIVE' || !trader.isAccepting",
      '!trader.isAccepting',
    ],
    'copytrade: one opening may have a limit under 10': [
      'oneMaxBet < LEAST_BET || maxBet < LEAST_BET',
      'maxBet < LEAST_BET',
    ],
    'copytrade: a limit under 10 is told as a limit below the other': [
      'oneMaxBet < LEAST_BET || maxBet < LEAST_BET',
      'oneMaxBet < LEAST_BET',
    ],
    'copytrade: one opening may take all': ['if (maxBet <= oneMaxBet)', 'if (maxBet < oneMaxBet)'],
    'copytrade: an instrument that the trader does not offer is chosen': [
      ' || pairs.some((pair) => offered?.includes(pair) === false))',
      ')',
    ],
    'copytrade: one opening may take more than there is': [
      'wallet === undefined || balanceOf(book, wallet.free) < oneMaxBet',
      'wallet === undefined',
    ],
    'copytrade: one opening may not take all there is': [
      'balanceOf(book, wallet.free) < oneMaxBet',
      'balanceOf(book, wallet.free) <= oneMaxBet',
    ],
    'copytrade: a follow begins with another rate': ['rate: trader.rate,', 'rate: LEAST_BET as never,'],
  },
  'engine/src/copytrade/apply.ts': {
    'copytrade: a new rate of the trader is one of the follows': [
      'putTrader(state, event.trader);\n      detach(',
      'putTrader(state, event.trader);\n      for (const own of [...state.follows.values()])\n        if (own.trader === event.trader.player) putFollow(state, { ...own, rate: event.trader.rate });\n      detach(',
    ],
  },
  'engine/src/copytrade/trader.ts': {
    'copytrade: a trader begins with a position': [
      'positions.size > 0 || orders.size > 0',
      'orders.size > 0',
    ],
    'copytrade: a trader begins with an order': [
      'positions.size > 0 || orders.size > 0',
      'positions.size > 0',
    ],
    'copytrade: somebody makes themselves a trader': [
      'before === undefined || before.status',
      'before?.status',
    ],
    'copytrade: a trader takes back the deletion': [
      "before.status === 'DELETED' || status === 'DELETED'",
      "status === 'DELETED'",
    ],
    'copytrade: a trader takes back that staff switched them off': [
      "if (session !== undefined && status === 'ACTIVE' && before?.isHeld) return refuse('TRADER_HELD');",
      '',
    ],
    'copytrade: a trader whom staff switched off cannot change the rest': [
      "session !== undefined && status === 'ACTIVE' && before?.isHeld",
      'session !== undefined && before?.isHeld',
    ],
    'copytrade: who stopped by themselves is held': [
      "(isOfStaff && before?.status === 'ACTIVE')",
      "before?.status === 'ACTIVE'",
    ],
    'copytrade: a change of staff holds who stopped by themselves': [
      "(isOfStaff && before?.status === 'ACTIVE')",
      'isOfStaff',
    ],
    'copytrade: another setting ends that a trader is held': ['before?.isHeld === true || ', ''],
    'copytrade: a trader deletes themselves': [" || status === 'DELETED'))", '))'],
    'copytrade: a trader sets the own quota': ['(session !== undefined && quota !== before?.quota)', 'false'],
  },
  'engine/src/copytrade/close.ts': {
    'copytrade: the price that was seen decides nothing': [
      '> CLOSE_TOLERANCE)',
      '> CLOSE_TOLERANCE * 1_000_000n)',
    ],
    'copytrade: closing all does not say how many copies had to stay': ['left === 0', 'left >= 0'],
    'copytrade: the tolerance of the seen price is exceeded where it is reached': [
      '> CLOSE_TOLERANCE)',
      '>= CLOSE_TOLERANCE)',
    ],
    'copytrade: an own position is closed as a copy': [
      'position === undefined || follow.copies.get(position.instrument)?.position !== position.id',
      'position === undefined',
    ],
    'copytrade: a trader closes a position of another wallet in the copy tab': [
      'position === undefined || position.wallet !== COPY_WALLET',
      'position === undefined',
    ],
    'copytrade: who is no trader closes a position for followers': [
      "if (book.copytrade.traders.get(player.id)?.status !== 'ACTIVE') return refuse('TRADER_NOT_FOUND');",
      '',
    ],
    'copytrade: a part that is off the step is closed': [
      "if (qty < position.qty && !isMultiple(qty, command.terms.qtyStep)) return refuse('QTY_OFF_STEP');",
      '',
    ],
    'copytrade: a loss limit that is not reached closes': [
      "if (!isLossReached(follow, positions, command.priced)) return refuse('NOT_REACHED');",
      '',
    ],
    'copytrade: a loss limit closes what is detached': [
      "if (follow.state !== 'ACTIVE') return refuse('FOLLOW_ENDED');",
      '',
    ],
  },
  'engine/src/futures/account.ts': {
    'copytrade: another position of the instrument is closed': [
      'return position?.id === id ? position : undefined;',
      'return position;',
    ],
  },
  'engine/src/copytrade/bars.ts': {
    'copytrade: a follower orders where a copy is open': [
      "return copies.has(command.terms.instrument) ? 'FOLLOWER_USES_COPY_TAB' : undefined;",
      'return undefined;',
    ],
    'copytrade: a follower closes copies by the normal form': [
      "return isCopied(command) ? 'FOLLOWER_USES_COPY_TAB' : undefined;",
      'return undefined;',
    ],
    'copytrade: a trader has exits': [
      "return isCopied(command.terms) ? 'TRADER_NO_EXITS' : undefined;",
      'return undefined;',
    ],
    'copytrade: a trader has exits at an order': [
      "if (takeProfit !== undefined || stopLoss !== undefined) return 'TRADER_NO_EXITS';",
      '',
    ],
    'copytrade: a trader reduces by the normal form': ['reduceOnly || (held', '(held'],
    'copytrade: a trader opposes what is held': [
      'reduceOnly || (held !== undefined && held.side !== side)',
      'reduceOnly',
    ],
    'copytrade: a trader closes outside the copy tab': [
      "return isCopied(command) ? 'TRADER_USES_COPY_TAB' : undefined;",
      'return undefined;',
    ],
  },
});
