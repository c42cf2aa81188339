import { describe, expect, test } from 'vitest';
import { amount, divide, ONE, portion, type Rate, rate } from '../amount.ts';
import type { Draw } from './draw.ts';
import {
  BALL_DRAWS,
  chanceOf,
  checkOdds,
  defaultOddsOf,
  hitMarkets,
  isMarket,
  MARKET_SETS,
  MARKETS,
  type Market,
  outcomeOf,
  POWER_DRAWS,
  setOf,
} from './markets.ts';

/** All 98,280 ways to take five of 28 balls. */
function* allBalls(): Generator<readonly number[]> {
  for (let a = 1; a <= 24; a += 1)
    for (let b = a + 1; b <= 25; b += 1)
      for (let c = b + 1; c <= 26; c += 1)
        for (let d = c + 1; d <= 27; d += 1) for (let e = d + 1; e <= 28; e += 1) yield [a, b, c, d, e];
}

/** Five balls that add up to this. */
const ballsOfSum = (sum: number): readonly number[] => {
  for (const balls of allBalls()) if (balls.reduce((total, ball) => total + ball, 0) === sum) return balls;
  throw Error(`no five balls add up to ${sum}`);
};

const onBalls = MARKETS.filter((market) => market.startsWith('N'));
const onPower = MARKETS.filter((market) => market.startsWith('P'));
const percent = ({ hits, of }: { hits: number; of: number }): number =>
  Number(divide(BigInt(hits) * 1_000_000n, BigInt(of), 'half-up')) / 10_000;
/** What a market gives back on the average, in percent. */
const returned = (market: Market, odds: Rate = defaultOddsOf(market)): number => {
  const { hits, of } = chanceOf(market);
  return Number(divide(odds * BigInt(hits) * 10_000n, ONE * BigInt(of), 'half-up')) / 100;
};

describe('of all draws', () => {
  const counts = new Map<Market, number>();
  let draws = 0;
  let uneven = 0;
  for (const balls of allBalls()) {
    draws += 1;
    const draw: Draw = { balls, power: draws % POWER_DRAWS };
    const hit = hitMarkets(draw);
    const sets = new Set(hit.map(setOf));
    if (hit.length !== MARKET_SETS.length || sets.size !== MARKET_SETS.length) uneven += 1;
    for (const market of hit) if (market.startsWith('N')) counts.set(market, (counts.get(market) ?? 0) + 1);
  }

  test('G01: there are 98,280, and with the power ball 982,800', () => {
    expect(draws).toBe(BALL_DRAWS);
    expect(draws * POWER_DRAWS).toBe(982_800);
  });

  test('G02: every one hits exactly one market of each set', () => {
    expect(uneven).toBe(0);
  });

  test('each market on the sum is hit as often as its chance says', () => {
    for (const market of onBalls)
      expect([market, counts.get(market)]).toEqual([market, chanceOf(market).hits]);
    expect(onBalls.every((market) => chanceOf(market).of === draws)).toBe(true);
  });

  test('each market on the power ball is hit as often as its chance says', () => {
    for (const market of onPower) {
      const hits = Array.from({ length: POWER_DRAWS }, (_, power) => ({ balls: [1, 2, 3, 4, 5], power }));
      const count = hits.filter((draw) => outcomeOf(market, draw) === 'WON').length;
      expect([market, count, POWER_DRAWS]).toEqual([market, chanceOf(market).hits, chanceOf(market).of]);
    }
  });

  test('G04: the combined markets are not a quarter each', () => {
    const odd = ['NS_ODD_UNDER', 'NS_EVEN_OVER'] as const;
    const even = ['NS_ODD_OVER', 'NS_EVEN_UNDER'] as const;
    for (const market of odd)
      expect([counts.get(market), percent(chanceOf(market))]).toEqual([24_010, 24.4302]);
    for (const market of even)
      expect([counts.get(market), percent(chanceOf(market))]).toEqual([25_130, 25.5698]);
  });

  test('G05: 31,520 are small, 35,240 middle and 31,520 big', () => {
    const sizes = ['NZ_SMALL', 'NZ_MID', 'NZ_BIG'] as const;
    expect(sizes.map((market) => counts.get(market))).toEqual([31_520, 35_240, 31_520]);
    expect(sizes.map((market) => percent(chanceOf(market)))).toEqual([32.0716, 35.8567, 32.0716]);
  });

  test('G07: the sections of the sum', () => {
    const sections = ['NC_A', 'NC_B', 'NC_C', 'NC_D', 'NC_E', 'NC_F'] as const;
    expect(sections.map((market) => counts.get(market))).toEqual([
      1_125, 7_385, 10_150, 14_944, 28_942, 35_734,
    ]);
  });
});

describe('G02: at their limits', () => {
  test.each([
    [15, 'NZ_SMALL', 'NC_A', 'NS_UNDER'],
    [35, 'NZ_SMALL', 'NC_A', 'NS_UNDER'],
    [36, 'NZ_SMALL', 'NC_B', 'NS_UNDER'],
    [49, 'NZ_SMALL', 'NC_B', 'NS_UNDER'],
    [50, 'NZ_SMALL', 'NC_C', 'NS_UNDER'],
    [57, 'NZ_SMALL', 'NC_C', 'NS_UNDER'],
    [58, 'NZ_SMALL', 'NC_D', 'NS_UNDER'],
    [64, 'NZ_SMALL', 'NC_D', 'NS_UNDER'],
    [65, 'NZ_MID', 'NC_D', 'NS_UNDER'],
    [66, 'NZ_MID', 'NC_E', 'NS_UNDER'],
    [72, 'NZ_MID', 'NC_E', 'NS_UNDER'],
    [73, 'NZ_MID', 'NC_E', 'NS_OVER'],
    [78, 'NZ_MID', 'NC_E', 'NS_OVER'],
    [79, 'NZ_MID', 'NC_F', 'NS_OVER'],
    [80, 'NZ_MID', 'NC_F', 'NS_OVER'],
    [81, 'NZ_BIG', 'NC_F', 'NS_OVER'],
    [130, 'NZ_BIG', 'NC_F', 'NS_OVER'],
  ] as const)('a sum of %i hits %s, %s and %s', (sum, size, section, half) => {
    const draw = { balls: ballsOfSum(sum), power: 0 };
    for (const market of [size, section, half]) expect(outcomeOf(market, draw)).toBe('WON');
  });

  test.each([
    [0, ['PB_EVEN', 'PB_UNDER', 'PB_EVEN_UNDER', 'PC_A', 'PN_0']],
    [1, ['PB_ODD', 'PB_UNDER', 'PB_ODD_UNDER', 'PC_A', 'PN_1']],
    [2, ['PB_EVEN', 'PB_UNDER', 'PB_EVEN_UNDER', 'PC_A', 'PN_2']],
    [3, ['PB_ODD', 'PB_UNDER', 'PB_ODD_UNDER', 'PC_B', 'PN_3']],
    [4, ['PB_EVEN', 'PB_UNDER', 'PB_EVEN_UNDER', 'PC_B', 'PN_4']],
    [5, ['PB_ODD', 'PB_OVER', 'PB_ODD_OVER', 'PC_C', 'PN_5']],
    [6, ['PB_EVEN', 'PB_OVER', 'PB_EVEN_OVER', 'PC_C', 'PN_6']],
    [7, ['PB_ODD', 'PB_OVER', 'PB_ODD_OVER', 'PC_D', 'PN_7']],
    [8, ['PB_EVEN', 'PB_OVER', 'PB_EVEN_OVER', 'PC_D', 'PN_8']],
    [9, ['PB_ODD', 'PB_OVER', 'PB_ODD_OVER', 'PC_D', 'PN_9']],
  ] as const)('a power ball of %i hits its five markets', (power, markets) => {
    const hit = hitMarkets({ balls: [1, 2, 3, 4, 5], power });
    expect(hit.filter((market) => market.startsWith('P'))).toEqual(markets);
  });
});

describe('odds', () => {
  test.each([
    ['NS_ODD', 97.5],
    ['NS_EVEN', 97.5],
    ['NS_UNDER', 97.5],
    ['NS_OVER', 97.5],
    ['NS_ODD_UNDER', 95.28],
    ['NS_ODD_OVER', 94.61],
    ['NS_EVEN_UNDER', 94.61],
    ['NS_EVEN_OVER', 95.28],
    ['NZ_SMALL', 94.61],
    ['NZ_MID', 95.02],
    ['NZ_BIG', 94.61],
    ['NC_A', 91.58],
    ['NC_B', 93.93],
    ['NC_C', 93.98],
    ['NC_D', 94.27],
    ['NC_E', 94.24],
    ['NC_F', 94.53],
    ['PB_ODD', 97.5],
    ['PB_EVEN', 97.5],
    ['PB_UNDER', 97.5],
    ['PB_OVER', 97.5],
    ['PB_ODD_UNDER', 94],
    ['PB_EVEN_OVER', 94],
    ['PB_ODD_OVER', 94.5],
    ['PB_EVEN_UNDER', 94.5],
    ['PC_A', 94.5],
    ['PC_D', 94.5],
    ['PC_B', 94],
    ['PC_C', 94],
    ['PN_0', 93],
    ['PN_9', 93],
  ] as const)('of %s give back %d %% unless a site sets others', (market, expected) => {
    expect(returned(market)).toBe(expected);
  });

  test('that are the defaults pass the check', () => {
    expect(MARKETS.filter((market) => checkOdds(market, defaultOddsOf(market)) !== undefined)).toEqual([]);
  });

  test('G06: of 3.50 on the middle would give back 125 % and are refused', () => {
    expect(returned('NZ_MID', rate('3.5'))).toBe(125.5);
    expect(checkOdds('NZ_MID', rate('3.5'))).toBe('ODDS_ABOVE_CHANCE');
  });

  test('that give back exactly what was staked are refused, a little less is not', () => {
    expect(checkOdds('PN_7', rate('10'))).toBe('ODDS_ABOVE_CHANCE');
    expect(checkOdds('PN_7', rate('9.99999999'))).toBeUndefined();
  });

  test('without a profit are refused', () => {
    expect(checkOdds('NS_ODD', rate('1'))).toBe('ODDS_PAY_NOTHING');
    expect(checkOdds('NS_ODD', rate('-2'))).toBe('ODDS_PAY_NOTHING');
  });

  test('G11: 10,000 on the sum under 72.5 bring 19,500', () => {
    expect(portion(amount('10000'), defaultOddsOf('NS_UNDER'), 'down')).toBe(amount('19500'));
  });
});

test('a word that is no market is rejected, also one that every object inherits', () => {
  expect(MARKETS.every(isMarket)).toBe(true);
  for (const word of ['', 'NS_odd', 'LONG', 'constructor', 'toString', '__proto__'])
    expect(isMarket(word)).toBe(false);
});
