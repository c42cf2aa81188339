import { chart as en } from './en/chart.ts';
import { chart as ko } from './ko/chart.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type ChartText = Same<typeof ko>;

export const chartWords: RoomWords<typeof ko> = { ko, en };
