import { cashier as en } from './en/cashier.ts';
import { cashier as ko } from './ko/cashier.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type CashierWords = Same<typeof ko>;
export const cashierWords: RoomWords<typeof ko> = { ko, en };
