import { futuresHistory as en } from './en/futures-history.ts';
import { futuresHistory as ko } from './ko/futures-history.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export const futuresHistoryWords: RoomWords<typeof ko> = { ko, en };
export type FuturesHistoryWords = Same<typeof ko>;
