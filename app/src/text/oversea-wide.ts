import { overseaWide as en } from './en/oversea-wide.ts';
import { overseaWide as ko } from './ko/oversea-wide.ts';
import type { RoomWords } from './language.tsx';

export const overseaWideWords: RoomWords<typeof ko> = { ko, en };
