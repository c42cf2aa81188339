// What a site offers, read from its type: six binary digits, left to right (spec 4). Free of zod, for the browser.

export interface SiteFeatures {
  readonly oversea: boolean;
  readonly p2p: boolean;
  readonly futures: boolean;
  readonly powerBall: boolean;
  readonly binary: boolean;
}

const SIX_BITS = /^[01]{6}$/;

/** Undefined when the text is not six binary digits: nothing is offered by guessing an unreadable type. */
export function siteFeatures(type: string): SiteFeatures | undefined {
  if (!SIX_BITS.test(type)) return undefined;
  // The second digit is unused in the spec and here.
  const [oversea, , p2p, futures, powerBall, binary] = [...type].map((bit) => bit === '1');
  return { oversea: !!oversea, p2p: !!p2p, futures: !!futures, powerBall: !!powerBall, binary: !!binary };
}

export const coinList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((coin) => coin.trim())
    .filter((coin) => coin !== '');

/** The used coins that the site really offers: FUTURES is no wallet where futures are off (spec 4). */
export const coinsInUse = (usedCoins: string, features: SiteFeatures): readonly string[] =>
  [...new Set(coinList(usedCoins))].filter((coin) => coin !== 'FUTURES' || features.futures);

/** The wallets that what a site offers is paid from; without any it offers nothing to trade. */
export const walletsNeeded = ({ oversea, futures, powerBall, binary }: SiteFeatures): readonly string[] => [
  ...(oversea || powerBall || binary ? ['BINARY'] : []),
  ...(futures ? ['FUTURES'] : []),
];
