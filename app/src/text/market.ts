import { market as en } from './en/market.ts';
import { market as ko } from './ko/market.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type MarketText = Same<typeof ko>;

export const marketWords: RoomWords<typeof ko> = { ko, en };
