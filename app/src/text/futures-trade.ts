import { futuresTrade as en } from './en/futures-trade.ts';
import { futuresTrade as ko } from './ko/futures-trade.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export const futuresTradeWords: RoomWords<typeof ko> = { ko, en };
export type FuturesTradeWords = Same<typeof ko>;
