import { fillReceipt as en } from './en/fill-receipt.ts';
import { fillReceipt as ko } from './ko/fill-receipt.ts';
import type { RoomWords } from './language.tsx';

export const fillReceiptWords: RoomWords<typeof ko> = { ko, en };
