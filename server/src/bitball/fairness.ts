// What bit-ball tells for the fairness board. The chances of its markets are known, so the odds promise the house a share.
import { type Amount, amount, divide, ONE, rate, toDecimal } from '@maru/engine/amount';
import { chanceOf, isMarket } from '@maru/engine/bitball/markets';
import { betNets, betRounds, betTakes, type StakesOfPick } from '../bets/fairness.ts';
import { nameOf } from '../binary/fairness.ts';
import type { FairnessSource } from '../product/fairness-source.ts';

export const ballFairness: FairnessSource = {
  product: 'BITBALL',
  nameKo: '비트볼',
  nameEn: 'Bit-ball',
  takesStakes: true,
  accountNets: (tx, day) => betNets(tx, day, 'BALL'),
  async takes(tx, day) {
    const rows = await betTakes(tx, day, 'BALL');
    return rows.map((row) => ({ ...row, promised: toDecimal(promisedOf(row)) }));
  },
  rounds: (tx, day, instruments) => betRounds(tx, day, 'BALL', (round) => nameOf(round, instruments)),
};

/** The stake, less what it brings on average: below zero where the odds would favour the player. */
function promisedOf({ pick, rate: profit, turnover }: StakesOfPick): Amount {
  if (!isMarket(pick)) return amount('0');
  const { hits, of } = chanceOf(pick);
  const [whole, returned] = [BigInt(of) * ONE, BigInt(hits) * (ONE + rate(profit))];
  return divide(amount(turnover) * (whole - returned), whole, 'half-even') as Amount;
}
