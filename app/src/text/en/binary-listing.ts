import type { binaryListing as ko } from '../ko/binary-listing.ts';
import type { Same } from '../same.ts';

export const binaryListing: Same<typeof ko> = { binary: 'Binary', bitball: 'Bit-ball' };
