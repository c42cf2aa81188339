// The draw and its markets once more (docs/rules.md 2.3, 2.4), with the hashes of the platform instead of our own.
import { createHash, createHmac } from 'node:crypto';
import type { TwinBall, TwinBet } from './twin.ts';
import type { Judged } from './twin-prices.ts';

export const commitmentOf = (seed: string) =>
  createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');

export function drawnFrom(seed: string, round: number, salt: string): { balls: number[]; power: number } {
  const words: number[] = [];
  let block = 0;
  const nextWord = () => {
    if (words.length === 0) {
      const bytes = createHmac('sha256', Buffer.from(seed, 'hex'))
        .update(`${round}:${salt}:${block}`)
        .digest();
      block += 1;
      for (let at = 0; at < 32; at += 4) words.push(bytes.readUInt32BE(at));
    }
    return words.shift() as number;
  };
  const under = (most: number) => {
    let word = nextWord();
    while (word >= 4_294_967_296 - (4_294_967_296 % most)) word = nextWord();
    return word % most;
  };
  const urn = Array.from({ length: 28 }, (_, index) => index + 1);
  const balls: number[] = [];
  for (let left = 28; left > 23; left -= 1) {
    // The drawn ball is removed, and the first of those left takes its place.
    const at = under(left);
    const [first] = urn as [number];
    balls.push(urn[at] as number);
    urn[at] = first;
    urn.shift();
  }
  return { balls, power: under(10) };
}

const SUM_SECTIONS = {
  A: [15, 35],
  B: [36, 49],
  C: [50, 57],
  D: [58, 65],
  E: [66, 78],
  F: [79, 130],
} as const;
const SUM_SIZES = { SMALL: [15, 64], MID: [65, 80], BIG: [81, 130] } as const;
const POWER_SECTIONS = { A: [0, 2], B: [3, 4], C: [5, 6], D: [7, 9] } as const;

type Spans = Readonly<Record<string, readonly [number, number]>>;

/** Which values of the sum or of the power ball hit this market; undefined when there is no such market. */
function questionOf(market: string): ((value: number) => boolean) | undefined {
  const [group = '', ...words] = market.split('_');
  const [word = ''] = words;
  const inSpan = (spans: Spans) => {
    const span = words.length === 1 && Object.hasOwn(spans, word) ? spans[word] : undefined;
    return span && ((value: number) => value >= span[0] && value <= span[1]);
  };
  if (group === 'NZ') return inSpan(SUM_SIZES);
  if (group === 'NC') return inSpan(SUM_SECTIONS);
  if (group === 'PC') return inSpan(POWER_SECTIONS);
  if (group === 'PN')
    return words.length === 1 && /^\d$/.test(word) ? (value) => value === Number(word) : undefined;
  if (group !== 'NS' && group !== 'PB') return undefined;
  if (!/^(ODD|EVEN|UNDER|OVER|(ODD|EVEN)_(UNDER|OVER))$/.test(words.join('_'))) return undefined;
  const middle = group === 'NS' ? 72.5 : 4.5;
  return (value) =>
    words.every((each) => {
      if (each === 'ODD' || each === 'EVEN') return value % 2 === (each === 'ODD' ? 1 : 0);
      return each === 'UNDER' ? value < middle : value > middle;
    });
}

/** Of each set exactly one market is hit by every draw. */
export function setOf(market: string): string {
  const [group = '', ...words] = market.split('_');
  const on = group.startsWith('N') ? 'SUM' : 'POWER';
  if (group === 'NZ') return 'SUM_SIZE';
  if (group === 'NC' || group === 'PC') return `${on}_SECTION`;
  if (group === 'PN') return 'POWER_NUMBER';
  if (words.length === 2) return `${on}_PARITY_HALF`;
  return words[0] === 'ODD' || words[0] === 'EVEN' ? `${on}_PARITY` : `${on}_HALF`;
}

let sums: readonly number[] | undefined;

/** How many of the 98,280 draws have each sum, counted ball by ball. */
function drawsBySum(): readonly number[] {
  if (sums !== undefined) return sums;
  const ways = Array.from({ length: 6 }, () => new Array<number>(131).fill(0));
  (ways[0] as number[])[0] = 1;
  for (let ball = 1; ball <= 28; ball += 1) {
    for (let count = 5; count > 0; count -= 1) {
      const [more, less] = [ways[count] as number[], ways[count - 1] as number[]];
      for (let sum = 130; sum >= ball; sum -= 1) more[sum] = (more[sum] ?? 0) + (less[sum - ball] ?? 0);
    }
  }
  sums = ways[5] as number[];
  return sums;
}

/** No market, or one that would pay nothing or more than it takes. */
export function isBadMarket(market: string, odds: bigint): boolean {
  const isHit = questionOf(market);
  if (isHit === undefined || odds <= 100_000_000n) return true;
  const weights = market.startsWith('N') ? drawsBySum() : new Array<number>(10).fill(1);
  let hits = 0;
  let all = 0;
  for (const [value, weight] of weights.entries()) {
    all += weight;
    if (isHit(value)) hits += weight;
  }
  return odds * BigInt(hits) >= 100_000_000n * BigInt(all);
}

export function judgeBallBet({ stake, pick, rate }: TwinBet, { end }: TwinBall, places: number): Judged {
  if (end === undefined || end === 'NO_SALT' || end === 'STAFF') return { status: 3, credit: stake };
  const value = pick.startsWith('N') ? end.balls.reduce((sum, ball) => sum + ball, 0) : end.power;
  if (!questionOf(pick)?.(value)) return { status: 2, credit: 0n };
  const step = 10n ** BigInt(8 - places);
  return { status: 1, credit: ((stake * rate) / (100_000_000n * step)) * step };
}

/** A tick's price in its one spelling, not older than three seconds at the moment of the salt; or a beacon. */
export function isSaltFor(salt: string, at: number): boolean {
  if (/^DRAND:[1-9]\d{0,15}:[0-9a-f]{64}$/.test(salt)) return true;
  const [, price = '', ts = ''] =
    /^BTCUSDT:(0|[1-9]\d*|(?:0|[1-9]\d*)\.\d{0,7}[1-9]):([1-9]\d*)$/.exec(salt) ?? [];
  return price !== '' && Number(ts) <= at && Number(ts) >= at - 3_000;
}
