import { copytradeTrading as en } from './en/copytrade-trading.ts';
import { copytradeTrading as ko } from './ko/copytrade-trading.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type CopytradeTradingWords = Same<typeof ko>;
export const copytradeTradingWords: RoomWords<typeof ko> = { ko, en };
