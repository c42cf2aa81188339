import { cashierTransfer as en } from './en/cashier-transfer.ts';
import { cashierTransfer as ko } from './ko/cashier-transfer.ts';
import type { RoomWords } from './language.tsx';

export const cashierTransferWords: RoomWords<typeof ko> = { ko, en };
