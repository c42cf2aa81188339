// Planted bugs in the rules of rounds and draws, and in how they are paid, forgotten and written to the tables.
import { plantedBugs } from '../mutant.ts';

export const roundMutants = plantedBugs({
  'engine/src/binary/decide.ts': {
    'a bet at the very cut-off is taken': ['betsFrom, to: betsUntil', 'betsFrom, to: later(betsUntil, 1)'],
    'a bet that waited is taken after the round': ['now < later(close, GRACE_MS);', 'now > 0 && close > 0;'],
    'a void round takes bets': ["if (round !== undefined && !canRound(round, 'BET')) return false;", ''],
    'a partner may bet': ["if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');", ''],
    'both sides are allowed': ['if (!terms.allowBothSides && own', 'if (terms.allowBothSides && own'],
    'a round is frozen before its grace is over': ['now < later(round.close, GRACE_MS)', 'now < round.close'],
    'a round is frozen again': ["if (!canRound(round, 'FREEZE')) return refuse('ALREADY_PROCESSED');", ''],
    'ticks are taken as they come': ['const ticks = inOrder(command.ticks);', 'const ticks = command.ticks;'],
  },
  'engine/src/rounds/bet-limits.ts': {
    'one ticket too many': ['own.length >= limits.ticketsMost', 'own.length > limits.ticketsMost'],
    'the limit of a round forgets this stake': ['let staked: bigint = stake;', 'let staked: bigint = 0n;'],
  },
  'engine/src/binary/prices.ts': {
    'the other side raises the exposure': ['side] - stakes[otherSide(side', 'side] + stakes[otherSide(side'],
    'a stale opening counts': [' || open - openTick.ts > staleMs)', ')'],
    'a stale close counts': [' || close - closeTick.ts > staleMs)', ')'],
    'one tick makes a round': ['const LEAST_TICKS = 2;', 'const LEAST_TICKS = 1;'],
    'a tie pays': ["if (from === to) return voidFor('TIE');", ''],
    'a tie with the own strike loses': [' = from === to ? voidOutcome(bet) : sideOutcome', ' = sideOutcome'],
    'the close is compared unrounded': ['roundPrice(closeTick.price, precision);', 'closeTick.price;'],
    'the strike is the tick of the bet itself': [
      'firstTickAfter(ticks, acceptedAt)',
      'firstTickAfter(ticks, (acceptedAt - 1) as Millis)',
    ],
    'a strike may come late': ['tick.ts - acceptedAt <= ENTRY_WITHIN_MS', 'tick.ts - acceptedAt > 0'],
    'a profit is rounded up': ["stake, rate, 'down'), places, 'down')", "stake, rate, 'up'), places, 'up')"],
  },
  'engine/src/binary/outcomes.ts': {
    'a bet is paid at the rate of the one before': ['last.bet.rate === bet.rate &&', ''],
    'a bet is paid at the newest rate': [
      'const outcome = betOutcome(bet, result, round, places);\n    known[bet.side].set(strike,',
      'const outcome = betOutcome({ ...bet, rate: [...round.bets.values()].flat().at(-1)!.rate }, result, round, places);\n    known[bet.side].set(strike,',
    ],
    'a void round is paid as it was frozen': [
      'if (voided !== undefined) return',
      'if (voided !== undefined && result === undefined) return',
    ],
    'bets with strikes of their own end alike': ['result), endsAlike: false', 'result), endsAlike: true'],
  },
  'engine/src/binary/apply.ts': {
    'a void does not pay again from the first player': ['round.paidPlayers = 0;', ''],
    'old rounds are never forgotten': [
      'addTo(book.digest, OPEN, -dropRounds(book.binary, earlier(event.at, VOID_WITHIN_MS)));',
      '',
    ],
  },
  'engine/src/payment/pay.ts': {
    'a payment passes over a player': [
      'queue.paidPlayers = end;',
      'queue.paidPlayers = end + (shares.players > 2 ? 1 : 0);',
    ],
    'a paid player is paid again': [
      'queue.paidPlayers = end;',
      'if (queue.players.length < 4) queue.paidPlayers = end;',
    ],
    'a payment is applied otherwise than it was decided': ['judged[nth] ?? judged[0]!;', 'judged[0]!;'],
    'the house does not pay in the book': ['setBalance(book, house, house.balance + by);', ''],
    'a debt is never repaid': ['const repaid = gained <= 0n ? 0n', 'const repaid = gained >= 0n ? 0n'],
  },
  'engine/src/payment/gains.ts': {
    'a void takes the stake as well': ['const change = credit - paid.credit', 'const change = -paid.credit'],
    'equal tickets are counted once too often': [
      'const count = BigInt(times);',
      'const count = BigInt(times > 1 ? times + 1 : times);',
    ],
  },
  'engine/src/payment/bet-queue.ts': {
    'unlike tickets are taken for alike': ['first.stake === bet.stake && first.wallet', 'first.wallet'],
  },
  'server/src/shadow/rows.ts': {
    'the tables take a reversal for a plain payment': [
      'given !== 0n || taken !== 0n || repaid !== 0n',
      'given !== 0n && taken !== 0n && repaid !== 0n',
    ],
    'the tables forget the profit of a payment': ['\n    share.won + share.profit +', '\n    share.won +'],
  },
  'server/src/desk/last-batches.ts': {
    'a list does not wait for a payment': ['batch > (last ?? 0) && pays(', 'batch < (last ?? 0) && pays('],
  },
  'engine/src/payment/written.ts': {
    'what is missing is taken from nobody': ['[debt, house, share.missing,', '[house, debt, share.missing,'],
  },
  'server/src/bets/rows.ts': {
    'the tables forget a payment': ['change.paid += players;', 'change.paid += players > 1 ? 1 : 0;'],
  },
  'sim/src/rounds/tables.ts': {
    'the tables forget who was paid before a void': [' = line.paid + change.paid;', ' = change.paid;'],
  },
  'engine/src/bitball/decide.ts': {
    'a ball bet at the very cut-off is taken': [
      'return isWithin(receivedAt, { from: betsFrom, to: betsUntil });',
      'return receivedAt >= betsFrom && receivedAt <= betsUntil;',
    ],
    'a salted round takes bets': [
      'if (round.salt !== undefined || round.end !== undefined) return false;',
      'if (round.end !== undefined) return false;',
    ],
    'a round is sealed when it is bet on': ['context.now >= times.betsFrom)', 'context.now >= times.drawAt)'],
    'two rounds share a seed': [
      "if (isSealedElsewhere(book, command.commit)) return refuse('SEAL_INVALID');",
      '',
    ],
    'a seal need not be of its seed': ['seed) || commitOf(command.seed) !== command.commit', 'seed)'],
    'a salted round may be void': ["if (round.salt !== undefined) return refuse('VOID_TOO_LATE');", ''],
    'a round is drawn before its time': [' === undefined || context.now < round.open)', ' === undefined)'],
    'a hit is not cut at the places of its wallet': [
      "toPlaces(portion(stake, odds, 'down'), places, 'down')",
      "(places > 8 ? toPlaces(stake, places, 'down') : portion(stake, odds, 'down'))",
    ],
  },
  'engine/src/bitball/salt.ts': {
    'an old price salts a draw': [': earlier(saltAt, SALT_FRESH_MS)', ': earlier(saltAt, 2 * SALT_FRESH_MS)'],
  },
  'engine/src/bitball/draw.ts': {
    'the salt is left out of the draw': [':${' + 'salt}:', ':'],
    'the last ball of the urn is never drawn': ['words, BALLS_MOST - place', 'words, BALLS_MOST - place - 1'],
  },
  'engine/src/bitball/state.ts': {
    'the other markets raise the exposure of a draw': ['get(market) ?? 0n) - (', 'get(market) ?? 0n) + ('],
  },
  'engine/src/bitball/markets.ts': {
    'the sum of 73 is under': ['const SUM_OVER = span(73, 130);', 'const SUM_OVER = span(70, 130);'],
  },
  'engine/src/bitball/view.ts': {
    'the seed is seen before the draw': ['seed: end === undefined ? undefined : seed,', 'seed,'],
    'a seal is pushed with its seed': ["({ ...event, seed: '' })", '({ ...event })'],
  },
  'engine/src/rounds/round-digest.ts': {
    'the digest of a bet leaves out its stake': ['addUnits(bet.stake);', ''],
  },
  'engine/src/bitball/apply.ts': {
    'a forgotten round stays in the digest': ['addTo(book.digest, OPEN, -round.digest);', ''],
  },
  'server/src/binary/shadow/product.ts': {
    'what was settled after the newest freeze is not in the snapshot': [
      'frozenEvent: newest?.event ?? 0,',
      'frozenEvent: Number.MAX_SAFE_INTEGER,',
    ],
    'what ended is kept by the time of the newest event alone': [
      'frozen: retainedSince(mark, newest?.at),',
      'frozen: retainedSince(mark),',
    ],
  },
});
