import { cashierHistory as en } from './en/cashier-history.ts';
import { cashierHistory as ko } from './ko/cashier-history.ts';
import type { RoomWords } from './language.tsx';

export const cashierHistoryWords: RoomWords<typeof ko> = { ko, en };
