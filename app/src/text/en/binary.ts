import type { binary as ko } from '../ko/binary.ts';
import type { Same } from '../same.ts';

export const binary: Same<typeof ko> = {};
