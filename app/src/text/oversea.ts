import { oversea as en } from './en/oversea.ts';
import { oversea as ko } from './ko/oversea.ts';
import type { RoomWords } from './language.tsx';

export const overseaWords: RoomWords<typeof ko> = { ko, en };
