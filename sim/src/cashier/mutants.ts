// Planted bugs at the cashier.
import { plantedBugs } from '../mutant.ts';

export const cashierMutants = plantedBugs({
  'engine/src/cashier/apply.ts': {
    'a request that has ended can be approved again': ['dropRequest(book.cashier, request);\n}', '}'],
    'the first of two approvals is forgotten': ['request.confirmedBy = event.by.staff;', ''],
    'who used a coupon is forgotten': ['coupon.usedBy.add(player);', ''],
    'a dispute is forgotten': ['request.isDisputed = true;', ''],
  },
  'engine/src/cashier/approve.ts': {
    'one person approves alone above the limit': [
      "return first === by.staff ? 'REFUSED' : 'LAST';",
      "return 'LAST';",
    ],
    'one person approves a grant': ['request.confirmedBy ?? request.staff', 'request.confirmedBy ?? -1'],
    'the limit for two people is one unit too high': [
      'needsTwo = amount >= twoFrom',
      'needsTwo = amount > twoFrom',
    ],
    'a provider names another amount': [
      'return received.amount === request.amount;',
      'return received.amount > 0n;',
    ],
    'a deduction makes its player owe': [
      'request.amount > balanceOf(book, wallet.free)',
      'request.amount < 0n',
    ],
  },
  'engine/src/cashier/end.ts': {
    'a request in hand is cancelled while it is approved': [
      "if (!canRequest(request, 'CANCEL')) return refuse('REQUEST_PROCESSED');",
      '',
    ],
    'a provider decides about what others carry': [
      'by.provider === request.channel && isOfPlayer(request)',
      'isOfPlayer(request)',
    ],
    'a provider approves a grant': [' && isOfPlayer(request) ? undefined', ' ? undefined'],
    'a dispute comes too early': [
      'later(inHandAt, DISPUTE_AFTER_MS)',
      'later(inHandAt, DISPUTE_AFTER_MS - 1)',
    ],
    'a purchase ends before its time': ['|| context.now < request.payUntil)', ')'],
  },
  'engine/src/cashier/request.ts': {
    'the fee of a withdrawal is not held': [
      'const amount = plus(asked.amount, asked.fee);',
      'const amount = asked.amount;',
    ],
    'the fee is forgotten at the approval': [
      'if (fee === ZERO) return [paid];',
      'if (fee >= ZERO) return [paid];',
    ],
    'escrow is released to both sides': [
      "amount, reason: 'PURCHASE' }];",
      "amount, reason: 'PURCHASE' }, { from: escrow(player, wallet), to: outside, currency, amount, reason: 'ESCROW_BACK' }];",
    ],
    'two requests of one type are open': ['if (request.type === type) return true;', ''],
    'anybody’s request may be cancelled': ['request?.player === player.id ? request : undefined', 'request'],
  },
  'engine/src/cashier/ask.ts': {
    'a withdrawal does not wait': [
      "=> now < until)) return 'WITHDRAWAL_WAITS'",
      "=> now < until - 10_000_000)) return 'WITHDRAWAL_WAITS'",
    ],
    'a fee may exceed what is left': ['held > most ||', ''],
    'a level limits nothing': [
      "asked.amount > asked.most) return 'ABOVE_LEVEL_LIMIT'",
      "asked.amount < ZERO) return 'ABOVE_LEVEL_LIMIT'",
    ],
  },
  'engine/src/cashier/coupon.ts': {
    'a coupon is used twice by one player': [
      "if (coupon.usedBy.has(player.id)) return refuse('COUPON_USED_BY_YOU');",
      '',
    ],
    'a coupon is used once too often': [
      'coupon.usedBy.size >= coupon.uses',
      'coupon.usedBy.size > coupon.uses',
    ],
    'a coupon is used after its end': [
      "if (context.now >= coupon.until) return refuse('COUPON_EXPIRED');",
      '',
    ],
  },
  'engine/src/cashier/convert.ts': {
    'a quote serves after its end': ["if (context.now >= quoteUntil) return refuse('QUOTE_EXPIRED');", ''],
    'a conversion is rounded up': ["denominator * ONE * unit, 'down')", "denominator * ONE * unit, 'up')"],
    'the spread is forgotten': ['(ONE - spread)', 'ONE'],
  },
  'engine/src/cashier/terms.ts': {
    'an old rate converts': ['now - at <= RATE_FRESH_MS', 'now - at <= RATE_FRESH_MS * 2'],
  },
  'engine/src/cashier/withdrawable.ts': {
    'a locked bonus is withdrawn': ['locked += bonus.locked;', 'locked += bonus.locked * 0n;'],
    'money that positions need is withdrawn': ['of.free - of.reserved - of.locked', 'of.free - of.locked'],
  },
  'engine/src/cashier/transfer-money.ts': {
    'money is sent to a blocked member': [' && !recipient.blocked', ''],
    'only the sender’s sequence moves': ['steps: [...event.steps, ...received],', 'steps: event.steps,'],
    'a transfer between own wallets moves its sequence twice': [
      'const received = isOwn ? []',
      'const received = amount < 0n ? []',
    ],
    'a wallet receives what it cannot count': [' || !isMultiple(amount, to.unit)', ''],
  },
  'engine/src/cashier/bonus.ts': {
    'a bonus locks money that comes later': [
      'const kept = locked < room ? locked : room;',
      'const kept = locked;',
    ],
    'a bonus outlives its practice run': [
      'change.startsOver === true ? ZERO : heldAfter(book, change)',
      'heldAfter(book, change)',
    ],
  },
  'engine/src/cashier/changes.ts': {
    'a deposit is approved after its player was excluded': [
      'changeOf(event, followed, isDeposit(event.type) ? asksFor(ZERO) : {});',
      'changeOf(event, followed);',
    ],
    'a deposit that failed still counts': ['deposited: negate(request.amount), ', ''],
  },
  'engine/src/cashier/digest.ts': {
    'the digest of a request leaves out its fee': ['addUnits(request.fee);', ''],
  },
  'engine/src/residents.ts': {
    'who receives money is not loaded': [
      'return [...new Set([command.player, ...others])];',
      'return [command.player];',
    ],
  },
  'server/src/cashier/shadow/rows.ts': {
    'the tables forget who used a coupon': ['rows.uses.push({ id, coupon: issued, player, at });', ''],
    'the tables leave a rejected request open': [
      'status: 2, change: ZERO, endedAt: at,',
      'change: ZERO, endedAt: at,',
    ],
  },
});
