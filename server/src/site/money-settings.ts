// The terms of deposits and withdrawals on a site: what the site has not set has its default.
import { type Amount, amount, parseUnits, ZERO } from '@maru/engine/amount';
import { HOUR_MS } from '@maru/engine/time';
import { z } from 'zod';

/** A bank account of the site itself. */
const ownAccount = z.object({ bankName: z.string(), accountNumber: z.string(), holder: z.string() });

const decimal = z.string().refine((text) => parseUnits(text) !== undefined, 'a decimal');
const byCurrency = z.record(z.string(), decimal);

const stored = z.strictObject({
  fee: byCurrency.default({}),
  depositLeast: byCurrency.default({}),
  withdrawLeast: byCurrency.default({}),
  twoFrom: byCurrency.default({}),
  spread: decimal.default('0.005'),
  toMembers: z.boolean().default(false),
  waitHours: z.int().min(0).max(720).default(24),
  bank: ownAccount.default({ bankName: '마루은행', accountNumber: '000-0000-0000-00', holder: '마루 연습' }),
  seller: ownAccount
    .nullable()
    .default({ bankName: '마루은행', accountNumber: '000-1111-0000-00', holder: '마루 연습 판매자' }),
});

export interface MoneySettings {
  /** Of a withdrawal or a sale. */
  fee(currency: string): Amount;
  depositLeast(currency: string): Amount;
  withdrawLeast(currency: string): Amount;
  /** From this amount on two members of staff must approve. */
  twoFrom(currency: string): Amount;
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
}

const DEFAULTS = {
  fee: { KRW: '1000', USDT: '1', BTC: '0.0002', ETH: '0.002', XRP: '0.25', DOGE: '4', EOS: '0.1' },
  depositLeast: { KRW: '10000', USDT: '10', BTC: '0.0005', ETH: '0.01', XRP: '20', DOGE: '50', EOS: '5' },
  withdrawLeast: { KRW: '10000', USDT: '10', BTC: '0.001', ETH: '0.01', XRP: '20', DOGE: '50', EOS: '5' },
  twoFrom: { KRW: '5000000', USDT: '3500', BTC: '0.05', ETH: '1', XRP: '2500', DOGE: '25000', EOS: '5000' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** Throws on a setting that cannot be read: a start with a wrong fee is worse than none. */
export function readMoneySettings(json: unknown): MoneySettings {
  const { spread, toMembers, waitHours, bank, seller, ...own } = stored.parse(json);
  const of = (name: keyof typeof DEFAULTS) => {
    const values = new Map(
      Object.entries({ ...DEFAULTS[name], ...own[name] }).map(([currency, text]) => [currency, amount(text)]),
    );
    return (currency: string): Amount => values.get(currency) ?? ZERO;
  };
  return {
    fee: of('fee'),
    depositLeast: of('depositLeast'),
    withdrawLeast: of('withdrawLeast'),
    twoFrom: of('twoFrom'),
    spread: amount(spread),
    toMembers,
    waitMs: waitHours * HOUR_MS,
    bank,
    seller,
  };
}
