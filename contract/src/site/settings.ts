// What staff may set of a site, and what must hold between the settings. Free of zod, for the office as well: it says
// what is wrong before anything is sent, and the server decides by the same function.
import { type Amount, isMultiple, parseUnits, unitOf, ZERO } from '@maru/engine/amount';
import { coinList, siteFeatures, walletsNeeded } from '../site-type.ts';

/** Coins that have prices, so that a wallet in them is worth something. */
export const COINS = ['USDT', 'BTC', 'ETH', 'XRP', 'DOGE', 'EOS'] as const;
/** What a site's wallets may be. */
export const WALLETS = ['BINARY', 'FUTURES', ...COINS] as const;
export const BINARY_CURRENCIES = ['KRW', 'USDT'] as const;

export const THEMES = ['dark', 'light', 'device'] as const;
export const UP_DOWNS = ['global', 'kr'] as const;
export const ACCENTS = ['brass', 'sea', 'moss', 'plum'] as const;

export interface SiteTheme {
  /** What a device shows until its owner has chosen. */
  readonly theme: (typeof THEMES)[number];
  readonly updown: (typeof UP_DOWNS)[number];
  readonly accent: (typeof ACCENTS)[number];
}

export const FIRST_THEME: SiteTheme = { theme: 'dark', updown: 'global', accent: 'brass' };

/** The settings as one value; lists are lists here and comma texts in the table. */
export interface SiteSettings {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly stockPrefix: string;
  readonly overseaPrefix: string;
  readonly usedCoins: readonly string[];
  readonly depositCoins: readonly string[];
  readonly buyCoins: readonly string[];
  readonly binaryCurrency: string;
  readonly type: string;
  readonly practiceCredit: Readonly<Record<string, string>>;
  readonly refillMost: Readonly<Record<string, string>>;
  readonly language: 'ko' | 'en';
  readonly theme: SiteTheme;
  /** The ids of the banks that members may choose; null for all. */
  readonly banks: readonly number[] | null;
}

export type SettingName = keyof SiteSettings;

/** These reach no money and no rule of trading: one person changes them. */
export const ALONE: readonly SettingName[] = ['name', 'language', 'theme', 'banks'];

/** These are fixed with the first member: wallets are opened by them. */
export const FIXED_BY_MEMBERS: readonly SettingName[] = ['usedCoins', 'binaryCurrency'];

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
const PREFIX = /^[A-Z0-9_]{0,12}$/;
const NAME = /^[^\p{C}]{1,40}$/u;
const MOST_HOSTS = 20;
/** Anything above is a typing error. */
const MOST = parseUnits('10000000000') as Amount;

const isHost = (host: string): boolean => HOST.test(host);

/** docs/rules.md 0.2: BINARY in the site's currency, FUTURES in USDT, every other wallet in its own coin. */
export const currencyOf = (wallet: string, binaryCurrency: string): string =>
  wallet === 'BINARY' ? binaryCurrency : wallet === 'FUTURES' ? 'USDT' : wallet;

export const placesOf = (currency: string): number => (currency === 'KRW' ? 0 : 8);

const isSet = (list: readonly string[]): boolean => new Set(list).size === list.length;

const areAmounts = (given: Readonly<Record<string, string>>, currencyFor: (key: string) => string) =>
  Object.entries(given).every(([key, text]) => {
    const units = parseUnits(text) as Amount | undefined;
    return (
      units !== undefined &&
      units >= ZERO &&
      units <= MOST &&
      isMultiple(units, unitOf(placesOf(currencyFor(key))))
    );
  });

/** The first setting that breaks a rule, in the order of the form; undefined when all of them may stand together. */
export function faultOfSite(site: SiteSettings): SettingName | undefined {
  const { usedCoins, depositCoins, buyCoins, binaryCurrency, practiceCredit, refillMost, hosts } = site;
  if (!NAME.test(site.name) || site.name.trim() !== site.name) return 'name';
  if (hosts.length > MOST_HOSTS || !hosts.every(isHost) || !isSet(hosts)) return 'hosts';
  const features = siteFeatures(site.type);
  if (features === undefined) return 'type';
  // A site without a product is none, and P2P is no product.
  const needed = walletsNeeded(features);
  if (needed.length === 0) return 'type';
  const isWallet = (name: string) => (WALLETS as readonly string[]).includes(name);
  if (usedCoins.length === 0 || !isSet(usedCoins) || !usedCoins.every(isWallet)) return 'usedCoins';
  if (!needed.every((wallet) => usedCoins.includes(wallet))) return 'usedCoins';
  if (!(BINARY_CURRENCIES as readonly string[]).includes(binaryCurrency)) return 'binaryCurrency';
  const isUsed = (name: string) => usedCoins.includes(name);
  if (!isSet(depositCoins) || !depositCoins.every((name) => isUsed(name) && name !== 'FUTURES'))
    return 'depositCoins';
  const isCoin = (name: string) => (COINS as readonly string[]).includes(name);
  if (!isSet(buyCoins) || !buyCoins.every((name) => isUsed(name) && isCoin(name))) return 'buyCoins';
  const credited = (wallet: string) => currencyOf(wallet, binaryCurrency);
  if (!Object.keys(practiceCredit).every(isUsed) || !areAmounts(practiceCredit, credited))
    return 'practiceCredit';
  const currencies = new Set(usedCoins.map(credited));
  if (!Object.keys(refillMost).every((key) => currencies.has(key)) || !areAmounts(refillMost, (key) => key))
    return 'refillMost';
  if (!PREFIX.test(site.stockPrefix)) return 'stockPrefix';
  if (!PREFIX.test(site.overseaPrefix)) return 'overseaPrefix';
  return undefined;
}

export const listOfHosts = (text: string): readonly string[] =>
  coinList(text).map((host) => host.toLowerCase());
