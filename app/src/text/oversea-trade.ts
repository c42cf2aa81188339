import { overseaTrade as en } from './en/oversea-trade.ts';
import { overseaTrade as ko } from './ko/oversea-trade.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export const overseaTradeWords: RoomWords<typeof ko> = { ko, en };
export type OverseaTradeWords = Same<typeof ko>;
