// The terms of deposits and withdrawals on a site: what the site has not set has its default.
import { type Amount, amount, parseUnits, ZERO } from '@maru/engine/amount';
import { HOUR_MS, type Millis, millis } from '@maru/engine/time';
import { z } from 'zod';

/** A bank account of the site itself. */
const ownAccount = z.object({ bankName: z.string(), accountNumber: z.string(), holder: z.string() });

const decimal = z.string().refine((text) => parseUnits(text) !== undefined, 'a decimal');
const byCurrency = z.record(z.string(), decimal);

const smallRules = z.record(
  z.string(),
  z.strictObject({
    most: decimal,
    dayMost: decimal,
    siteDayMost: decimal,
    accountDays: z.int().min(0),
    since: z.int().transform((at) => millis(at)),
  }),
);

export const storedMoney = z.strictObject({
  fee: byCurrency.default({}),
  depositLeast: byCurrency.default({}),
  withdrawLeast: byCurrency.default({}),
  twoFrom: byCurrency.default({}),
  /** What was in force before, newest last: requests of that time are decided by it. */
  twoFromBefore: z.array(z.strictObject({ until: z.int(), twoFrom: byCurrency })).default([]),
  staffDayMost: byCurrency.default({}),
  p2p: z.boolean().default(true),
  spread: decimal.default('0.005'),
  toMembers: z.boolean().default(false),
  waitHours: z.int().min(0).max(720).default(24),
  bank: ownAccount.default({ bankName: '마루은행', accountNumber: '000-0000-0000-00', holder: '마루 연습' }),
  seller: ownAccount
    .nullable()
    .default({ bankName: '마루은행', accountNumber: '000-1111-0000-00', holder: '마루 연습 판매자' }),
  /** By which small amounts are approved without anybody looking; nothing is, unless the site has a rule. */
  small: z.strictObject({ D: smallRules.default({}), W: smallRules.default({}) }).default({ D: {}, W: {} }),
});

/** What is approved without anybody looking. */
interface SmallTerms {
  readonly most: Amount;
  readonly dayMost: Amount;
  readonly siteDayMost: Amount;
  readonly accountDays: number;
  readonly since: Millis;
}

export interface MoneySettings {
  /** Of a withdrawal or a sale. */
  fee(currency: string): Amount;
  depositLeast(currency: string): Amount;
  withdrawLeast(currency: string): Amount;
  /** From this amount on two members of staff must approve what was asked for at that time; now, if absent. */
  twoFrom(currency: string, askedAt?: Millis): Amount;
  /** As much as one member of staff may approve or grant on a day, alone or as one of two. */
  staffDayMost(currency: string): Amount;
  readonly p2p: boolean;
  /** A factor: what a conversion costs. */
  readonly spread: Amount;
  /** Whether members may send money to each other. */
  readonly toMembers: boolean;
  /** How long withdrawals wait after a first deposit, a new password or a new payout account. */
  readonly waitMs: number;
  /** To which deposits are sent. */
  readonly bank: z.output<typeof ownAccount>;
  /** To which a purchase from a counterpart is paid; null where there is none. */
  readonly seller: z.output<typeof ownAccount> | null;
  /** Undefined where staff look at everything. */
  small(type: 'D' | 'W', currency: string): SmallTerms | undefined;
}

const DEFAULTS = {
  fee: { KRW: '1000', USDT: '1', BTC: '0.0002', ETH: '0.002', XRP: '0.25', DOGE: '4', EOS: '0.1' },
  depositLeast: { KRW: '10000', USDT: '10', BTC: '0.0005', ETH: '0.01', XRP: '20', DOGE: '50', EOS: '5' },
  withdrawLeast: { KRW: '10000', USDT: '10', BTC: '0.001', ETH: '0.01', XRP: '20', DOGE: '50', EOS: '5' },
  twoFrom: { KRW: '5000000', USDT: '3500', BTC: '0.05', ETH: '1', XRP: '2500', DOGE: '25000', EOS: '5000' },
  staffDayMost: {
    ...{ KRW: '50000000', USDT: '35000', BTC: '0.5', ETH: '10', XRP: '25000', DOGE: '250000' },
    ...{ EOS: '50000' },
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Throws on a setting that cannot be read: a start with a wrong fee is worse than none. */
export function readMoneySettings(json: unknown): MoneySettings {
  const { spread, toMembers, waitHours, bank, seller, p2p, twoFromBefore, small, ...own } =
    storedMoney.parse(json);
  const of = (name: keyof typeof DEFAULTS, set: Readonly<Record<string, string>> = own[name]) => {
    const values = new Map(
      Object.entries({ ...DEFAULTS[name], ...set }).map(([currency, text]) => [currency, amount(text)]),
    );
    return (currency: string): Amount => values.get(currency) ?? ZERO;
  };
  const twoFromNow = of('twoFrom');
  const before = twoFromBefore.map(({ until, twoFrom }) => ({ until, twoFrom: of('twoFrom', twoFrom) }));
  return {
    fee: of('fee'),
    depositLeast: of('depositLeast'),
    withdrawLeast: of('withdrawLeast'),
    twoFrom(currency, askedAt) {
      const then = askedAt === undefined ? undefined : before.find(({ until }) => askedAt < until);
      return (then?.twoFrom ?? twoFromNow)(currency);
    },
    staffDayMost: of('staffDayMost'),
    p2p,
    spread: amount(spread),
    toMembers,
    waitMs: waitHours * HOUR_MS,
    bank,
    seller,
    small(type, currency) {
      const rule = small[type][currency];
      return (
        rule && {
          ...{
            most: amount(rule.most),
            dayMost: amount(rule.dayMost),
            siteDayMost: amount(rule.siteDayMost),
          },
          ...{ accountDays: rule.accountDays, since: rule.since },
        }
      );
    },
  };
}
