import type { fillReceipt as ko } from '../ko/fill-receipt.ts';
import type { Same } from '../same.ts';
import { counted } from './counted.ts';

export const fillReceipt: Same<typeof ko> = {
  opened: 'Opened',
  fromTo: (from, to) => `${from} → ${to}`,
  net: 'Net result',
  whichTick: 'Which price was used',
  feed: (source, count) => `${source} · ${counted(count, 'tick')}`,
  usedTick: 'The tick of the fill',
  lastTickRule: 'The last tick at the fill',
  firstTickRule: 'The first tick that met the condition',
  filledTime: (time) => `Filled ${time}`,
  stripLabel: (price, time) => `Tick of the fill ${price}, at ${time}`,
  filledHow: 'Fill',
  condition: 'Condition',
  quoted: { last: 'Last', mark: 'Mark', bid: 'Bid', ask: 'Ask' },
  reachedAbove: (name, price) => `${name} at ${price} or above`,
  reachedBelow: (name, price) => `${name} at ${price} or below`,
  bidAsk: 'Bid / ask',
  filledPrice: 'Fill price',
  byAsk: 'ask',
  byBid: 'bid',
  byOwnPrice: 'own price',
  ruleOf: (name) => `Rule ${name}`,
  ruleMarket: 'A purchase fills at the ask, a sale at the bid',
  afterGap: 'First tick after a gap',
  reportChart: (entry, exit) => `The price from the entry ${entry} to the close ${exit}`,
  closedAt: 'Closed',
  whatHappened: 'What happened',
  alsoCancelled: (count) => `${counted(count, 'open order')} cancelled`,
  whereMoney: 'Where the money went',
  whatElse: 'What would have avoided it',
  afterwards: (worst, time, last) =>
    `Afterwards the worst was ${worst}, at ${time} it was ${last}. One change each.`,
  stopAt: (price) => `Stop-loss ${price}`,
  noPromise: 'Computed from past prices. It will not be the same next time.',
};
