// Planted bugs in copy trading: in what is copied, in what is missed, in whom it concerns, and in what is shared.
import { plantedBugs } from '../mutant.ts';

export const copytradeMutants = plantedBugs({
  'engine/src/copytrade/size.ts': {
    'copytrade: the cap of one opening is ignored': ['= smaller(want, settings.oneMaxBet);', '= want;'],
    'copytrade: the cap of all copies is ignored': ['= smaller(wanted, left);', '= wanted;'],
    'copytrade: whom the cap leaves too little is told of the quantity': [
      'isSmall(boughtBy(wanted))',
      'isSmall(boughtBy(capped))',
    ],
    'copytrade: a copy is sized without asking what it costs': [
      'const isPaid = available === undefined || ',
      'const isPaid = true || ',
    ],
    'copytrade: a better price counts as worse': [
      "(side === 'LONG' ? found - than : than - found) * ONE",
      "(side === 'LONG' ? than - found : found - than) * ONE",
    ],
    'copytrade: the last close leaves dust': [
      'closed >= of ? copy : ',
      'closed >= of ? ((copy - qtyStep) as Qty) : ',
    ],
    'copytrade: the wider of the two guards holds': [
      'own !== undefined && own < ofInstrument ? own : ofInstrument',
      'own !== undefined && own > ofInstrument ? own : ofInstrument',
    ],
    'copytrade: the most leverage of the follower is ignored': [
      'Math.min(leverage, maxLeverage, leverageMost)',
      'Math.min(leverage, leverageMost)',
    ],
  },
  'engine/src/copytrade/mirror.ts': {
    'copytrade: a paused follow opens': [
      'follow.isPaused || follow.multiplyPer === 0',
      'follow.multiplyPer === 0',
    ],
    'copytrade: an instrument that was not chosen is copied': [
      "if (!follow.pairs.includes(lead.instrument)) return 'PAIR_OFF';",
      '',
    ],
    'copytrade: a follow whose loss limit is used up opens': [
      'follow.multiplyPer === 0 || isUsedUp)',
      'follow.multiplyPer === 0)',
    ],
    'copytrade: a blocked follower copies': [
      "player.blocked || command.terms.mode !== 'NORMAL'",
      "command.terms.mode !== 'NORMAL'",
    ],
    'copytrade: copies where nothing may be opened': [
      "player.blocked || command.terms.mode !== 'NORMAL'",
      'player.blocked',
    ],
    'copytrade: any worse price opens': ['if (found > allowed)', 'if (found > allowed * 1_000_000n)'],
    'copytrade: a price at the guard does not open': ['if (found > allowed)', 'if (found >= allowed)'],
    'copytrade: copies beside an own order': [
      "if (instrument === lead.instrument) return 'OWN_POSITION';",
      '',
    ],
    'copytrade: a copy of an earlier position is added to': [
      '(held.id !== copy?.position || copy.traderPosition !== lead.position)',
      'held.id !== copy?.position',
    ],
    'copytrade: a lead is copied before those that wait': [
      'if (lead?.id !== command.lead || ',
      'if (lead === undefined || ',
    ],
    'copytrade: a close does not wait for a price': [
      'mirroring.context.now - mirroring.lead.at < PATIENCE_MS',
      'mirroring.context.now < mirroring.lead.at',
    ],
    'copytrade: a close that nothing is worse than is missed': [
      'if (found > follow.exitGuard)',
      'if (found >= 0n)',
    ],
    'copytrade: an isolated copy spends open profit': [
      'if (!isIsolated) return available;',
      'return available;',
    ],
    'copytrade: closes before funding is accrued': [
      'const due = fundingGate(book, player, position, terms, context.now);\n  if (due !== undefined) return refuse(due);',
      '',
    ],
  },
  'engine/src/copytrade/apply.ts': {
    'copytrade: a miss does not move on': [
      'putFollow(state, { ...loadFollow(state, event.follow), handled: event.lead.id });',
      'putFollow(state, { ...loadFollow(state, event.follow) });',
    ],
    'copytrade: a lead that one has handled waits for nobody': [
      'pending.waiting -= 1;',
      'pending.waiting = 0;',
    ],
    'copytrade: an ended follow keeps its leads': [
      '  stopWaiting(state, follow, undefined);\n}\n\n/** The follow',
      '}\n\n/** The follow',
    ],
    'copytrade: a protection that is taken away stays': ['lossLimit: _loss,', ''],
  },
  'engine/src/copytrade/observe.ts': {
    'copytrade: a liquidated trader is still mirrored': [
      'if (event.liquidation !== undefined && isCopied)',
      'if (event.liquidation !== undefined && !isCopied)',
    ],
    'copytrade: the share of a close is of what is left': [
      '(closedQty + (position?.qty ?? 0n)) as Qty',
      '(position?.qty ?? closedQty) as Qty',
    ],
    'copytrade: all of a mixed position counts as copied': [
      '{ part: copy.qty, of: before }, UNIT);',
      '{ part: before, of: before }, UNIT);',
    ],
    'copytrade: handled stays behind the copy': [
      'handled: lead?.id ?? follow.handled,',
      'handled: follow.handled,',
    ],
    'copytrade: a reached loss limit does not pause': [
      "follow.isPaused || event.copy?.cause === 'LOSS_LIMIT'",
      'follow.isPaused',
    ],
    'copytrade: margin of what closed is still used': [
      'margin: amountOfUnits(copy.margin - shareOf(copy.margin, part, UNIT))',
      'margin: copy.margin',
    ],
  },
  'engine/src/copytrade/loss-limit.ts': {
    'copytrade: the loss limit is reached by a profit': ['total <= -lossLimit;', 'total >= lossLimit;'],
  },
  'engine/src/copytrade/share.ts': {
    'copytrade: the share is of the total each time': [
      "larger(minus(portion(total, rate, 'down'), shared), ZERO)",
      "larger(portion(total, rate, 'down'), shared === 0n ? ZERO : ZERO)",
    ],
    'copytrade: the share is rounded up': ["portion(total, rate, 'down')", "portion(total, rate, 'up')"],
  },
  'engine/src/copytrade/pay-share.ts': {
    'copytrade: a share takes what a position needs': [
      'const most = smaller(due, withdrawable(facts, account));',
      'const most = smaller(due, facts.free > 0n ? facts.free : ZERO);',
    ],
    'copytrade: a share is taken above the ratio of 80 %': [
      'marked.length > 0 && marginRatio(after) > SHARE_RATIO_MOST ? ZERO : most',
      'marked.length > 0 && marginRatio(after) > SHARE_RATIO_MOST ? most : most',
    ],
    'copytrade: a share goes to whoever is named': [
      'if (follow?.trader !== command.trader)',
      'if (follow === undefined)',
    ],
    'copytrade: a stranger ends a follow': [' || !isBetween(follow, player.id, command.other))', ')'],
    'copytrade: a follow with open copies ends': [
      "if (follow.copies.size > 0) return refuse('FOLLOW_POSITIONS_OPEN');",
      '',
    ],
    'copytrade: what is waived counts as paid': [
      '...figuresOf(follow, share),',
      '...figuresOf(follow, due),',
    ],
  },
  'engine/src/copytrade/follow.ts': {
    'copytrade: one follower more than the quota': [
      'followerCount(state, trader.player) >= trader.quota',
      'followerCount(state, trader.player) > trader.quota',
    ],
    'copytrade: a follower with a position begins': [
      'if (positions.size > 0 || orders.size > 0)',
      'if (orders.size > 0)',
    ],
    'copytrade: what was traded before is copied': ['handled: trader.lastLead,', 'handled: 0,'],
  },
  'engine/src/copytrade/trader.ts': {
    'copytrade: a trader who is off stays followed': [
      "const detached = status === 'ACTIVE' ? []",
      "const detached = status !== 'DELETED' ? []",
    ],
    'copytrade: a follower becomes a trader': [' || state.byFollower.has(player.id)))', '))'],
  },
  'engine/src/copytrade/bars.ts': {
    'copytrade: a trader opposes an order that waits': [
      "if (order.instrument === terms.instrument && order.side !== side) return 'TRADER_NO_OPPOSING';",
      '',
    ],
    'copytrade: a detached follower is barred': [
      "follow.state === 'ACTIVE' ? barOfFollower(follow, asked) : barOfDetached(book, follow, asked)",
      'barOfFollower(follow, asked)',
    ],
    'copytrade: a detached follower adds to a copy': [
      "held?.side === side ? 'COPY_ONLY_SHRINKS' : undefined",
      'held?.side === side ? undefined : undefined',
    ],
    'copytrade: who follows closes the account': [
      "return follow && 'CLOSE_WHILE_FOLLOWING'",
      'return undefined',
    ],
  },
  'engine/src/copytrade/digest.ts': {
    'copytrade: the digest of a trader leaves out that staff hold it': [
      "if (trader.isHeld) addText('HELD');",
      '',
    ],
    'copytrade: the digest of a follow leaves out what was shared': ['addUnits(follow.shared);', ''],
    'copytrade: the digest of a lead leaves out its margin': ['addUnits(lead.margin);', ''],
  },
  'server/src/copytrade/shadow/rows.ts': {
    'copytrade: the tables forget what a follow has handled': ['change.handled = note.handled;', ''],
    'copytrade: the tables keep a copy that was closed': [
      'Object.assign(known, { isGone: true,',
      'Object.assign(known, { isGone: false,',
    ],
  },
});
