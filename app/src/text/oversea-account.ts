import { overseaAccount as en } from './en/oversea-account.ts';
import { overseaAccount as ko } from './ko/oversea-account.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export const overseaAccountWords: RoomWords<typeof ko> = { ko, en };
export type OverseaAccountWords = Same<typeof ko>;
