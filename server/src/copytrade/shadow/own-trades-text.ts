// Open positions of a trader's own, as plain words of one column: they are few, and only read together.
import { amountOfUnits } from '@maru/engine/amount';
import type { OwnTrade } from '@maru/engine/copytrade/state';

export const writeOwnTrades = (open: readonly OwnTrade[]): readonly string[] =>
  open.map(({ instrument, position, cash }) => `${instrument}:${position}:${cash}`);

export const readOwnTrades = (words: readonly string[]): readonly OwnTrade[] =>
  words.map((word) => {
    const [instrument, position, cash = ''] = word.split(':');
    return { instrument: Number(instrument), position: Number(position), cash: amountOfUnits(BigInt(cash)) };
  });
