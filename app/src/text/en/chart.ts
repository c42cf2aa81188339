import type { chart as ko } from '../ko/chart.ts';
import type { Same } from '../same.ts';

export const chart: Same<typeof ko> = {};
