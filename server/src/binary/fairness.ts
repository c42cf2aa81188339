// What binary options tell for the fairness board. Bets on balls come through the same call.
import { placeBet } from '@maru/contract/binary/calls';
import type { BodyOf } from '@maru/contract/call';
import { roundKeyOf } from '@maru/engine/rounds/round';
import { betNets, betRounds, betTakes } from '../bets/fairness.ts';
import type { FairnessSource, SentOrder } from '../product/fairness-source.ts';
import type { InstrumentById } from '../push/event-pushes.ts';
import { instrumentIdOf, roundName } from './offers.ts';

const SIDES = { LONG: 'UP', SHORT: 'DOWN' } as const;

export const betFairness: FairnessSource = {
  product: 'BINARY',
  nameKo: '바이너리',
  nameEn: 'Binary',
  takesStakes: true,
  accountNets: (tx, day) => betNets(tx, day, 'PRICE'),
  takes: (tx, day) => betTakes(tx, day, 'PRICE'),
  rounds: (tx, day, instruments) => betRounds(tx, day, 'PRICE', (round) => nameOf(round, instruments)),
  orders: {
    [placeBet.path]: ({ type }: BodyOf<typeof placeBet>): SentOrder =>
      type === 'LONG' || type === 'SHORT'
        ? { product: 'BINARY', side: SIDES[type], isFilledAtOnce: true }
        : { product: 'BITBALL', isFilledAtOnce: true },
  },
};

export function nameOf(round: number, instruments: InstrumentById) {
  const name = roundName(round, instruments);
  const key = roundKeyOf(round);
  const instrument = key && instruments.get(instrumentIdOf(key.offer));
  if (name === undefined || instrument === undefined) return undefined;
  return { nameKo: instrument.koName, nameEn: instrument.enName, type: name.type, number: name.no };
}
