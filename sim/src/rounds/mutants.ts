// Planted bugs in the rules of rounds and draws, and in how they are paid, forgotten and written to the tables.
import { type Mutant, one } from '../mutant.ts';

const RULES = 'engine/src/binary/decide.ts';
const OUTCOMES = 'engine/src/binary/outcomes.ts';
const PRICES = 'engine/src/binary/prices.ts';
const PAY = 'engine/src/payment/pay.ts';
const GAINS = 'engine/src/payment/gains.ts';
const APPLY = 'engine/src/binary/apply.ts';
const BALL_RULES = 'engine/src/bitball/decide.ts';
const DRAW = 'engine/src/bitball/draw.ts';
const ROWS = 'server/src/bets/rows.ts';

export const roundMutants: readonly Mutant[] = [
  one(
    'a bet at the very cut-off is taken',
    RULES,
    'isWithin(command.receivedAt, { from: betsFrom, to: betsUntil })',
    'isWithin(command.receivedAt, { from: betsFrom, to: later(betsUntil, 1) })',
  ),
  one(
    'a bet that waited is taken after the round',
    RULES,
    ' && now < later(close, GRACE_MS);',
    ' && now > 0 && close > 0;',
  ),
  one(
    'a void round takes bets',
    RULES,
    "if (round !== undefined && !canRound(round, 'BET')) return false;",
    '',
  ),
  one(
    'a partner may bet',
    RULES,
    "if (player.role === 'PARTNER') return refuse('PARTNER_CANNOT_TRADE');",
    '',
  ),
  one('both sides are allowed', RULES, 'if (!terms.allowBothSides && own', 'if (terms.allowBothSides && own'),
  one(
    'one ticket too many',
    'engine/src/rounds/bet-limits.ts',
    'own.length >= limits.ticketsMost',
    'own.length > limits.ticketsMost',
  ),
  one(
    'the limit of a round forgets this stake',
    'engine/src/rounds/bet-limits.ts',
    'let staked: bigint = stake;',
    'let staked: bigint = 0n;',
  ),
  one(
    'the other side raises the exposure',
    PRICES,
    'profits[side] - stakes[otherSide(side)]',
    'profits[side] + stakes[otherSide(side)]',
  ),
  one(
    'a round is frozen before its grace is over',
    RULES,
    'if (context.now < later(round.close, GRACE_MS))',
    'if (context.now < round.close)',
  ),
  one(
    'a round is frozen again',
    RULES,
    "if (!canRound(round, 'FREEZE')) return refuse('ALREADY_PROCESSED');",
    '',
  ),
  one('a stale opening counts', PRICES, ' || open - openTick.ts > staleMs)', ')'),
  one('a stale close counts', PRICES, ' || close - closeTick.ts > staleMs)', ')'),
  one('one tick makes a round', PRICES, 'const LEAST_TICKS = 2;', 'const LEAST_TICKS = 1;'),
  one('a tie pays', PRICES, "if (from === to) return voidFor('TIE');", ''),
  one(
    'a tie with the own strike loses',
    PRICES,
    'const outcome = from === to ? voidOutcome(bet) : sideOutcome',
    'const outcome = sideOutcome',
  ),
  one(
    'the close is compared unrounded',
    PRICES,
    'const to = roundPrice(closeTick.price, precision);',
    'const to = closeTick.price;',
  ),
  one(
    'the strike is the tick of the bet itself',
    PRICES,
    'firstTickAfter(ticks, acceptedAt)',
    'firstTickAfter(ticks, (acceptedAt - 1) as Millis)',
  ),
  one(
    'a strike may come late',
    PRICES,
    'tick.ts - acceptedAt <= ENTRY_WITHIN_MS',
    'tick.ts - acceptedAt > 0',
  ),
  one(
    'a profit is rounded up',
    PRICES,
    "toPlaces(portion(stake, rate, 'down'), places, 'down');",
    "toPlaces(portion(stake, rate, 'up'), places, 'up');",
  ),
  one('a bet is paid at the rate of the one before', OUTCOMES, 'last.bet.rate === bet.rate &&', ''),
  one(
    'a bet is paid at the newest rate',
    OUTCOMES,
    'const outcome = betOutcome(bet, result, round, places);\n    known[bet.side].set(strike,',
    'const outcome = betOutcome({ ...bet, rate: [...round.bets.values()].flat().at(-1)!.rate }, result, round, places);\n    known[bet.side].set(strike,',
  ),
  one(
    'ticks are taken as they come',
    RULES,
    'const ticks = inOrder(command.ticks);',
    'const ticks = command.ticks;',
  ),
  one('a void forgets who was paid', APPLY, 'round.paidPlayers = 0;', ''),
  one(
    'a payment passes over a player',
    PAY,
    'queue.paidPlayers = end;',
    'queue.paidPlayers = end + (shares.players > 2 ? 1 : 0);',
  ),
  one(
    'who was paid is paid again',
    PAY,
    'queue.paidPlayers = end;',
    'if (queue.players.length < 4) queue.paidPlayers = end;',
  ),
  one(
    'a void takes the stake as well',
    GAINS,
    'const change = credit - paid.credit;',
    'const change = -paid.credit;',
  ),
  one(
    'a void round is paid as it was frozen',
    OUTCOMES,
    'if (voided !== undefined) return',
    'if (voided !== undefined && result === undefined) return',
  ),
  one(
    'equal tickets are counted once too often',
    GAINS,
    'const count = BigInt(times);',
    'const count = BigInt(times > 1 ? times + 1 : times);',
  ),
  one(
    'unlike tickets are taken for alike',
    'engine/src/payment/bet-queue.ts',
    'first.stake === bet.stake && first.wallet === bet.wallet && isSamePick(first, bet);',
    'first.wallet === bet.wallet && isSamePick(first, bet);',
  ),
  one(
    'bets with strikes of their own end alike',
    OUTCOMES,
    'outcomeOf: ownStrikes(round, result), endsAlike: false',
    'outcomeOf: ownStrikes(round, result), endsAlike: true',
  ),
  one(
    'a payment is applied otherwise than it was decided',
    PAY,
    'bets[nth]!.paid = judged[nth] ?? judged[0]!;',
    'bets[nth]!.paid = judged[0]!;',
  ),
  one('the house does not pay in the book', PAY, 'setBalance(book, house, house.balance + by);', ''),
  one(
    'the tables take a reversal for a plain payment',
    'server/src/shadow/rows.ts',
    'given !== 0n || taken !== 0n || repaid !== 0n',
    'given !== 0n && taken !== 0n && repaid !== 0n',
  ),
  one(
    'the tables forget the profit of a payment',
    'server/src/shadow/rows.ts',
    'const free =\n    share.won + share.profit +',
    'const free =\n    share.won +',
  ),
  one(
    'a list does not wait for a payment',
    'server/src/desk/last-batches.ts',
    'batch > (last ?? 0) && pays(shares, player)',
    'batch < (last ?? 0) && pays(shares, player)',
  ),
  one('a debt is never repaid', PAY, 'const repaid = gained <= 0n ? 0n', 'const repaid = gained >= 0n ? 0n'),
  one(
    'what is missing is taken from nobody',
    'engine/src/payment/written.ts',
    "[debt, house, share.missing, 'BET_REVERSED'],",
    "[house, debt, share.missing, 'BET_REVERSED'],",
  ),
  one(
    'old rounds are never forgotten',
    APPLY,
    'addTo(book.digest, OPEN, -dropRounds(book.binary, earlier(event.at, VOID_WITHIN_MS)));',
    '',
  ),
  one('the tables forget a payment', ROWS, 'change.paid += players;', 'change.paid += players > 1 ? 1 : 0;'),
  one(
    'the tables forget who was paid before a void',
    'sim/src/rounds/tables.ts',
    'line.paidBeforeVoid = line.paid + change.paid;',
    'line.paidBeforeVoid = change.paid;',
  ),
  one(
    'a ball bet at the very cut-off is taken',
    BALL_RULES,
    'return isWithin(receivedAt, { from: betsFrom, to: betsUntil });',
    'return receivedAt >= betsFrom && receivedAt <= betsUntil;',
  ),
  one(
    'a salted round takes bets',
    BALL_RULES,
    'if (round.salt !== undefined || round.end !== undefined) return false;',
    'if (round.end !== undefined) return false;',
  ),
  one(
    'a round is sealed when it is bet on',
    BALL_RULES,
    'if (context.now >= times.betsFrom)',
    'if (context.now >= times.drawAt)',
  ),
  one(
    'two rounds share a seed',
    BALL_RULES,
    "if (isSealedElsewhere(book, command.commit)) return refuse('SEAL_INVALID');",
    '',
  ),
  one(
    'a seal need not be of its seed',
    BALL_RULES,
    '!isSeed(command.seed) || commitOf(command.seed) !== command.commit',
    '!isSeed(command.seed)',
  ),
  one(
    'a salted round may be void',
    BALL_RULES,
    "if (round.salt !== undefined) return refuse('VOID_TOO_LATE');",
    '',
  ),
  one(
    'a round is drawn before its time',
    BALL_RULES,
    'if (salt === undefined || context.now < round.open)',
    'if (salt === undefined)',
  ),
  one(
    'an old price salts a draw',
    'engine/src/bitball/salt.ts',
    'from: earlier(saltAt, SALT_FRESH_MS)',
    'from: earlier(saltAt, 2 * SALT_FRESH_MS)',
  ),
  one('the salt is left out of the draw', DRAW, ':${' + 'salt}:', ':'),
  one(
    'the last ball of the urn is never drawn',
    DRAW,
    'below(words, BALLS_MOST - place)',
    'below(words, BALLS_MOST - place - 1)',
  ),
  one(
    'a hit is not cut at the places of its wallet',
    BALL_RULES,
    "toPlaces(portion(stake, odds, 'down'), places, 'down')",
    "(places > 8 ? toPlaces(stake, places, 'down') : portion(stake, odds, 'down'))",
  ),
  one(
    'the other markets raise the exposure of a draw',
    'engine/src/bitball/state.ts',
    '(credits.get(market) ?? 0n) - (stakes',
    '(credits.get(market) ?? 0n) + (stakes',
  ),
  one(
    'the sum of 73 is under',
    'engine/src/bitball/markets.ts',
    'const SUM_OVER = span(73, 130);',
    'const SUM_OVER = span(70, 130);',
  ),
  one(
    'the seed is seen before the draw',
    'engine/src/bitball/view.ts',
    'seed: end === undefined ? undefined : seed,',
    'seed,',
  ),
  one(
    'a seal is pushed with its seed',
    'engine/src/bitball/view.ts',
    "({ ...event, seed: '' })",
    '({ ...event })',
  ),
];
