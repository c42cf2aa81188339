import { money as en } from './en/money.ts';
import { money as ko } from './ko/money.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type MoneyWords = Same<typeof ko>;

export const moneyWords: RoomWords<typeof ko> = { ko, en };
