import { copytrade as en } from './en/copytrade.ts';
import { copytrade as ko } from './ko/copytrade.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type CopytradeWords = Same<typeof ko>;
export const copytradeWords: RoomWords<typeof ko> = { ko, en };
