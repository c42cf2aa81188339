// What the cashier needs from the rest of the platform, and what its parts share once it is opened.
import type { QueuePushes } from '@maru/contract/realtime';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { ProductParts } from '../product/server-product.ts';
import type { Site } from '../site/sites.ts';
import type { SiteMoney } from '../site/store.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import type { Inbox } from './provider/inbox.ts';
import type { Provider } from './provider/provider.ts';
import type { Quotes } from './quotes.ts';

/** What the cashier reads of a site. */
export type CashierSite = Pick<
  Site,
  | 'id'
  | 'moneyMode'
  | 'money'
  | 'wallets'
  | 'features'
  | 'binaryCurrency'
  | 'depositCoins'
  | 'buyCoins'
  | 'refillLimit'
  | 'moneySettings'
>;

export interface CashierDeps
  extends Pick<
    ProductParts,
    | 'shard'
    | 'database'
    | 'desk'
    | 'rates'
    | 'reservedFor'
    | 'requests'
    | 'confirmOwner'
    | 'protection'
    | 'secretOf'
    | 'time'
    | 'log'
  > {
  /** Those of this shard. */
  readonly sites: {
    byId(id: SiteId): CashierSite | undefined;
    all(): readonly CashierSite[];
    setMoney(id: SiteId, changed: SiteMoney): void;
  };
  readonly random: (bytes: number) => Uint8Array;
  /** To one member: what the tables know and the journal does not. */
  readonly push: (player: PlayerId, push: QueuePushes['cashier']) => void;
}

export interface CashierParts extends CashierDeps {
  readonly quotes: Quotes;
  readonly provider: Provider;
  readonly inbox: Inbox;
  readonly oneAtATime: OneAtATime;
}

/** Real money needs a licence and real providers: until then nothing is asked for on a site with live money. */
export const isOff = (site: CashierSite): boolean => site.moneyMode !== 'PRACTICE';

/** Whether the site has P2P, and staff have not switched it off. */
export const hasP2p = ({ features, money }: CashierSite): boolean => features.p2p && money.p2p;

export const MONEY_OFF = { ok: false, refusal: 'MONEY_MODE_OFF' } as const;
export const NO_WALLET = { ok: false, refusal: 'WALLET_UNSUPPORTED' } as const;
export const NO_REQUEST = { ok: false, refusal: 'REQUEST_NOT_FOUND' } as const;

export const walletOf = (site: CashierSite, type: string) => site.wallets.find((each) => each.type === type);

/** The wallet that holds won, to whose bank account sales are paid. */
export const wonWallet = (site: CashierSite) => site.wallets.find(({ currency }) => currency === 'KRW');

/** By which way money of a currency comes and goes. */
export const channelOf = (currency: string): 'bank' | 'chain' => (currency === 'KRW' ? 'bank' : 'chain');
