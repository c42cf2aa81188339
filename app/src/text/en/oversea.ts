import type { oversea as ko } from '../ko/oversea.ts';
import type { Same } from '../same.ts';

export const oversea: Same<typeof ko> = {};
