// The stand-in for every provider on a site with practice money: pages on the platform itself, orders that are proven by
// a signature instead of a table, and reports that go the way of real ones, signed, and each of them twice.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Amount, amount as amountOf, parseUnits, toDecimal } from '@maru/engine/amount';
import { HOUR_MS, later, type Millis } from '@maru/engine/time';
import { z } from 'zod';
import { createRateLimit } from '../../http/rate-limit.ts';
import { findAddress, listUnconfirmed } from '../arrival-store.ts';
import type { CashierDeps } from '../deps.ts';
import { insertPracticePayout } from '../payout/order-store.ts';
import type { Inbox, InboxAnswer } from './inbox.ts';
import { CHAIN, type Order, PRACTICE_PAGES, type Provider, type ProviderName } from './provider.ts';
import type { Report } from './report.ts';
import { providerKey, signed } from './signature.ts';

const PAGE_LIVES_MS = HOUR_MS;

const order = z.strictObject({
  provider: z.string(),
  until: z.int(),
  order: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('REQUEST'),
      request: z.int(),
      amount: z.string(),
      currency: z.string(),
    }),
    z.strictObject({ kind: z.literal('MEMBER'), member: z.string(), currency: z.string() }),
  ]),
});
export type PracticeOrder = z.output<typeof order>;

export interface Sandbox extends Provider {
  /** The order of a page; undefined when somebody changed it or its time is over. */
  orderOf(token: string, now: Millis): PracticeOrder | undefined;
  /** What the buttons of the page do. */
  pay(token: string, wanted: PracticePayment, now: Millis): Promise<InboxAnswer | undefined>;
  /** The network sees coins on their way to this address. */
  sendCoins(coins: Omit<Report & { step: 'ARRIVAL' }, 'step' | 'confirmations'>, now: Millis): Promise<void>;
  /** One more confirmation for everything that is on its way. */
  confirmArrivals(now: Millis): Promise<void>;
}

export interface PracticePayment {
  readonly act: 'PAY' | 'FAIL';
  /** Of a member's own page: how much. */
  readonly amount?: string;
  readonly nonce?: string;
}

const CONFIRMED_AT_ONCE = 200;

/** A page is pressed by a person; each charge stays in the history for ever. */
const PAGE_PACE = { burst: 10, refillMs: HOUR_MS };

/** As much as a practice refill gives at most. */
const MOST_CHARGED: Readonly<Record<string, Amount>> = {
  KRW: amountOf('100000000'),
  USDT: amountOf('100000'),
};

export function createSandbox({ shard, secretOf, database, log }: CashierDeps, inbox: Inbox): Sandbox {
  const secret = secretOf('provider-secret');
  const pace = createRateLimit(PAGE_PACE);
  const macOf = (payload: string) =>
    createHmac('sha256', `${secret} page`).update(payload).digest('base64url');

  function tokenOf(what: PracticeOrder): string {
    const payload = Buffer.from(JSON.stringify(what)).toString('base64url');
    return `${payload}.${macOf(payload)}`;
  }

  function orderOf(token: string, now: Millis): PracticeOrder | undefined {
    const [payload = '', mac = ''] = token.split('.');
    const expected = Buffer.from(macOf(payload));
    const given = Buffer.from(mac);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const read = order.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
    return read.until > now ? read : undefined;
  }

  /** Twice, as real providers do when they did not hear our answer. */
  async function report(provider: string, what: Report, now: Millis): Promise<InboxAnswer> {
    const message = signed(providerKey(secret, provider), Buffer.from(JSON.stringify(what)), now);
    const answer = await inbox.accept(provider, message, now);
    await inbox.accept(provider, message, now);
    return answer;
  }

  return {
    isPractice: true,
    hosts: [],
    async pageFor(provider: ProviderName, wanted: Order, now) {
      const until = later(now, PAGE_LIVES_MS);
      const token = tokenOf({ provider, until, order: wanted });
      return { url: `${PRACTICE_PAGES}${provider}?order=${token}`, until };
    },
    async payOut(wanted, now) {
      const external = `practice-${createHmac('sha256', secret).update(`payout ${wanted.id}`).digest('hex').slice(0, 24)}`;
      return {
        external: await database.transaction((tx) => insertPracticePayout(tx, wanted, { external, now })),
      };
    },
    orderOf,
    async pay(token, { act, amount = '', nonce = '' }, now) {
      const known = orderOf(token, now);
      if (known === undefined) return undefined;
      const { provider, order: what } = known;
      if (what.kind === 'MEMBER') {
        const units = parseUnits(amount);
        if (act !== 'PAY' || units === undefined || units <= 0n) return undefined;
        if (units > (MOST_CHARGED[what.currency] ?? 0n) || pace.count(what.member, now) !== undefined)
          return undefined;
        const external = `${provider}-${createHmac('sha256', secret).update(`${token} ${nonce}`).digest('hex').slice(0, 24)}`;
        const { member, currency } = what;
        const charged = { step: 'CHARGED', external, member, amount: toDecimal(units), currency } as const;
        return report(provider, charged, now);
      }
      const { request, currency } = what;
      const external = `${provider}-${request}`;
      if (act === 'FAIL') {
        const failed = { step: 'FAILED', external, request, reason: '결제가 취소되었습니다.' } as const;
        return report(provider, failed, now);
      }
      return report(provider, { step: 'PAID', external, request, amount: what.amount, currency }, now);
    },
    async sendCoins(coins, now) {
      await report(CHAIN, { step: 'ARRIVAL', ...coins, confirmations: 0 }, now);
    },
    async confirmArrivals(now) {
      const arriving = await database.transaction((tx) => listUnconfirmed(tx, shard, CONFIRMED_AT_ONCE));
      for (const { external, player, coin, amount, confirmations } of arriving) {
        const owner = await database.transaction((tx) => findAddress(tx, player, coin));
        if (owner === undefined) continue;
        const { address, tag } = owner;
        const next = confirmations + 1;
        const units = parseUnits(amount) ?? 0n;
        const coins = { external, coin, address, tag, amount: toDecimal(units) };
        const answer = await report(CHAIN, { step: 'ARRIVAL', ...coins, confirmations: next }, now);
        if (!answer.ok) log.warn('practice network report refused', { external });
      }
    },
  };
}
