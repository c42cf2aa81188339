import { receipt as en } from './en/receipt.ts';
import { receipt as ko } from './ko/receipt.ts';
import type { RoomWords } from './language.tsx';

export const receiptWords: RoomWords<typeof ko> = { ko, en };
