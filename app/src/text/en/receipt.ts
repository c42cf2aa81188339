import type { receipt as ko } from '../ko/receipt.ts';
import type { Same } from '../same.ts';

export const receipt: Same<typeof ko> = {};
