// A payment provider behind one interface. The list has the names of the calls; every one of them is played by the
// stand-in of `sandbox.ts` today, and a real one would be another value of the same type.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { PayoutOrder } from '../payout/order-store.ts';

type ProviderKind = 'QR' | 'LOGIN' | 'CHARGE' | 'COIN' | 'P2P';

export interface ProviderTerms {
  readonly kind: ProviderKind;
  /** What it can carry; `'won'` is the wallet in won. */
  readonly carries: 'won' | 'coins' | readonly string[];
}

export const PROVIDERS = {
  paypine: { kind: 'QR', carries: ['USDT'] },
  payoak: { kind: 'LOGIN', carries: 'won' },
  payelm: { kind: 'CHARGE', carries: 'won' },
  coinfir: { kind: 'COIN', carries: 'coins' },
  coinash: { kind: 'COIN', carries: 'coins' },
  coinyew: { kind: 'COIN', carries: 'coins' },
  bitshop: { kind: 'P2P', carries: ['USDT'] },
  million: { kind: 'P2P', carries: ['USDT'] },
  vancoin: { kind: 'P2P', carries: ['USDT'] },
} as const satisfies Record<string, ProviderTerms>;

export type ProviderName = keyof typeof PROVIDERS;

export const isProvider = (name: string): name is ProviderName => Object.hasOwn(PROVIDERS, name);

/** The network of coins reports like a provider. */
export const CHAIN = 'chain';

/** What a member is sent to a page for. A request is durable before its order is made. */
export type Order =
  | {
      readonly kind: 'REQUEST';
      readonly request: number;
      /** What must be paid, or is paid out. */
      readonly amount: string;
      readonly currency: string;
    }
  | { readonly kind: 'MEMBER'; readonly member: string; readonly currency: string };

export interface Page {
  readonly url: string;
  readonly until: Millis;
}

export interface Provider {
  readonly isPractice: boolean;
  /** Hosts of its pages; a member is sent nowhere else. */
  readonly hosts: readonly string[];
  /** The same order gets the same page, however often it is asked for: its key is the request. */
  pageFor(name: ProviderName, order: Order, now: Millis): Promise<Page>;
  /** Sends money away. The same key is one transfer, however often it is asked for; a failure may have sent it. */
  payOut(order: PayoutOrder, now: Millis): Promise<{ readonly external: string }>;
}

/** Pages of the stand-in lie on the platform itself. */
export const PRACTICE_PAGES = '/practice/pay/';

/** Whether a member may be sent there (T-71). */
export function isAllowedPage(url: string, { hosts, isPractice }: Pick<Provider, 'hosts' | 'isPractice'>) {
  if (/[\s\\<>"'`]/.test(url)) return false;
  if (isPractice && url.startsWith(PRACTICE_PAGES)) return !url.includes('..') && !url.includes('//');
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password } = new URL(url);
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    hosts.includes(hostname.toLowerCase())
  );
}

export interface ProviderMember {
  readonly provider: string;
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly member: string;
}
