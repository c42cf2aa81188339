import { futuresWide as en } from './en/futures-wide.ts';
import { futuresWide as ko } from './ko/futures-wide.ts';
import type { RoomWords } from './language.tsx';

export const futuresWideWords: RoomWords<typeof ko> = { ko, en };
