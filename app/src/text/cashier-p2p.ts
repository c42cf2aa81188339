import { cashierP2p as en } from './en/cashier-p2p.ts';
import { cashierP2p as ko } from './ko/cashier-p2p.ts';
import type { RoomWords } from './language.tsx';

export const cashierP2pWords: RoomWords<typeof ko> = { ko, en };
