import type { first as ko } from '../ko/first.ts';
import type { Same } from '../same.ts';

export const first: Same<typeof ko> = {
  headline: 'Trade with practice money,\nverify every result yourself',
  lookAround: 'Look at prices',
  tryLabel: 'Try without an account',
  noMoney: 'No real money moves',
  noMoneyLead: 'Sign up and get 10 million won to practise',
  receipts: 'Every trade has a receipt',
  receiptsLead: 'With the entry and the tick of the result',
  again: 'Computed again on your device',
  againLead: 'Check it without trusting Maru',
};
