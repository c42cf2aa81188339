import { futuresLeverage as en } from './en/futures-leverage.ts';
import { futuresLeverage as ko } from './ko/futures-leverage.ts';
import type { RoomWords } from './language.tsx';

export const futuresLeverageWords: RoomWords<typeof ko> = { ko, en };
