import type { more as ko } from '../ko/more.ts';
import type { Same } from '../same.ts';

export const more: Same<typeof ko> = {};
