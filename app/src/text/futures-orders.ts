import { futuresOrders as en } from './en/futures-orders.ts';
import { futuresOrders as ko } from './ko/futures-orders.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export const futuresOrdersWords: RoomWords<typeof ko> = { ko, en };
export type FuturesOrdersWords = Same<typeof ko>;
