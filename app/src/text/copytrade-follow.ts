import { copytradeFollow as en } from './en/copytrade-follow.ts';
import { copytradeFollow as ko } from './ko/copytrade-follow.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type CopytradeFollowWords = Same<typeof ko>;
export const copytradeFollowWords: RoomWords<typeof ko> = { ko, en };
