import type { bitball as ko } from '../ko/bitball.ts';
import type { Same } from '../same.ts';

export const bitball: Same<typeof ko> = {};
