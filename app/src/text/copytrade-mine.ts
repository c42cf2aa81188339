import { copytradeMine as en } from './en/copytrade-mine.ts';
import { copytradeMine as ko } from './ko/copytrade-mine.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type CopytradeMineWords = Same<typeof ko>;
export const copytradeMineWords: RoomWords<typeof ko> = { ko, en };
