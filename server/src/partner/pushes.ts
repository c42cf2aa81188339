// A share that was paid is a new row of the history; one that was confirmed shows in the wallet alone.
import { toDecimal } from '@maru/engine/amount';
import { rowNumber } from '@maru/engine/cashier/row-number';
import type { PushesOf } from '../push/event-pushes.ts';

export const partnerPushes: PushesOf = (event) => {
  if (event.kind !== 'SHARE_PAID') return [];
  const { id, wallet: walletType, amount, transfers } = event;
  const currency = transfers[0]?.currency;
  const row = { dnwHistoryId: rowNumber(id), type: 'C', status: 1, walletType } as const;
  const moved = { amount: toDecimal(amount), ...(currency === undefined ? {} : { currency }) };
  return [{ queue: 'dnw', type: 'DNW', data: { ...row, ...moved } }];
};
