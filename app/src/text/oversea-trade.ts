import { overseaTrade as en } from './en/oversea-trade.ts';
import { overseaTrade as ko } from './ko/oversea-trade.ts';
import type { RoomWords } from './language.tsx';

export const overseaTradeWords: RoomWords<typeof ko> = { ko, en };
