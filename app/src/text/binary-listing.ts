import { binaryListing as en } from './en/binary-listing.ts';
import { binaryListing as ko } from './ko/binary-listing.ts';
import type { RoomWords } from './language.tsx';

export const binaryListingWords: RoomWords<typeof ko> = { ko, en };
