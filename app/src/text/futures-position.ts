import { futuresPosition as en } from './en/futures-position.ts';
import { futuresPosition as ko } from './ko/futures-position.ts';
import type { RoomWords } from './language.tsx';

export const futuresPositionWords: RoomWords<typeof ko> = { ko, en };
