// Copies, follows and figures of traders as the office writes them.
import type { ReceivedReply } from '@maru/client/call';
import type {
  copyJobs,
  officeFollowers,
  officeTraders,
  traderApplications,
} from '@maru/contract/copytrade/office';
import { amount, minus, toDecimal, toPlaces } from '@maru/engine/amount';
import { percentOf } from '../partner/rate-fields.tsx';
import type { Check, Tone } from '../parts/facts.tsx';
import { isNegative, moneyOf } from '../parts/money.ts';
import { words } from '../text/copytrade.ts';

export type Application = ReceivedReply<typeof traderApplications>['content'][number];
export type Trader = ReceivedReply<typeof officeTraders>['content'][number];
export type Follow = ReceivedReply<typeof officeFollowers>['content'][number];
export type Job = ReceivedReply<typeof copyJobs>['content'][number];

// The colours of up and down are those of prices and results: what is as it should be is plain.
export const TRADER_TONES: Readonly<Record<Trader['status'], Tone>> = {
  ...{ ACTIVE: 'plain', OFF: 'warn', DELETED: 'plain' },
};
export const FOLLOW_TONES: Readonly<Record<Follow['state'], Tone>> = {
  ...{ ACTIVE: 'brass', DETACHED: 'warn', ENDED: 'plain' },
};
export const APPLICATION_TONES: Readonly<Record<Application['status'], Tone>> = {
  ...{ WAITING: 'brass', APPROVED: 'plain', REJECTED: 'danger', WITHDRAWN: 'plain' },
};

const isZero = (decimal: string): boolean => amount(decimal) === 0n;

export const toneOf = (decimal: string): Tone =>
  isZero(decimal) ? 'plain' : isNegative(decimal) ? 'down' : 'up';

/** With its sign: `+12.5`, `−3`. */
export const resultText = (decimal: string): string =>
  isZero(decimal) || isNegative(decimal) ? moneyOf(decimal) : `+${moneyOf(decimal)}`;

/** For lists: to two places. A drawer has the exact figure. */
export const roundedText = (decimal: string): string =>
  resultText(toDecimal(toPlaces(amount(decimal), 2, 'half-even')));

/** What the follower earned after the share. */
export const netOf = ({ total, shared }: Follow): string => toDecimal(minus(amount(total), amount(shared)));

/** A figure in percent; null where there is nothing to compute one from. */
export const percentText = (percent: number | null): string =>
  percent === null ? words.none : words.percent(percent.toFixed(2).replace('-', '−'));

export const gainText = (percent: number | null): string =>
  percent !== null && percent > 0 ? `+${percentText(percent)}` : percentText(percent);

export const gainTone = (percent: number | null): Tone =>
  percent === null || percent === 0 ? 'plain' : percent > 0 ? 'up' : 'down';

export const shareText = (shareRate: string): string => words.percent(percentOf(shareRate));

/** What is checked before an approval; what prevents it is red. */
export function checksOf({ isFlat, isFollowing, trades30, net30, balance }: Application): readonly Check[] {
  const { check } = words;
  const net = moneyOf(net30);
  const netTitle = isZero(net30) ? check.even : isNegative(net30) ? check.loss(net) : check.gain(net);
  return [
    isFlat
      ? { state: 'good', title: check.flat }
      : { state: 'danger', title: check.notFlat, line: check.notFlatLine },
    isFollowing
      ? { state: 'danger', title: check.following, line: check.followingLine }
      : { state: 'good', title: check.notFollowing },
    trades30 === 0
      ? { state: 'warn', title: check.noTrades, line: check.noTradesLine }
      : { state: 'good', title: check.trades(trades30) },
    { state: isNegative(net30) ? 'warn' : 'good', title: netTitle, line: check.netLine },
    isZero(balance)
      ? { state: 'warn', title: check.noBalance }
      : { state: 'good', title: check.balance(moneyOf(balance)) },
  ];
}

/** The same for the list: what needs a look. */
export function checkTags({ isFlat, isFollowing, trades30, net30 }: Application) {
  const { tags } = words.check;
  return [
    ...(isFlat ? [] : [{ tone: 'danger' as const, tag: tags.notFlat }]),
    ...(isFollowing ? [{ tone: 'danger' as const, tag: tags.following }] : []),
    ...(trades30 === 0 ? [{ tone: 'warn' as const, tag: tags.noTrades }] : []),
    ...(isNegative(net30) ? [{ tone: 'warn' as const, tag: tags.loss }] : []),
  ];
}

/** `진입 · 롱` */
export const kindText = ({ kind, tradeType }: Job): string =>
  `${words.kinds[kind]} · ${words.sides[tradeType]}`;

/** The figures of the reason, in its own unit. */
function figuresText({ reason, found, allowed }: Job): string | undefined {
  if (found === null || allowed === null) return undefined;
  switch (reason) {
    case 'SLIPPAGE':
      return words.slippageFigures(percentOf(found), percentOf(allowed));
    case 'CAP':
      return words.capFigures(moneyOf(found), moneyOf(allowed));
    case 'BALANCE':
      return words.balanceFigures(moneyOf(found), moneyOf(allowed));
    case 'MIN_QTY':
      return words.qtyFigures(moneyOf(found), moneyOf(allowed));
    case 'PAIR_OFF':
    case 'PAUSED':
    case 'OWN_POSITION':
    case 'STOPPED':
    case 'NO_PRICE':
    case 'LEVERAGE':
    case 'NO_COPY':
    case 'LIMIT':
    case 'FAILED':
    case null:
      return undefined;
  }
}

const detailText = (detail: string): string => words.details[detail] ?? detail;

/** Why a copy was missed: a sentence, with what refused it or the figures that decided. */
export function whyOf(job: Job): Check | undefined {
  const { reason, detail } = job;
  if (reason === null) return undefined;
  const line = detail === null ? (figuresText(job) ?? words.reasonLines[reason]) : detailText(detail);
  return { state: reason === 'FAILED' ? 'danger' : 'warn', title: words.reasons[reason], line };
}
