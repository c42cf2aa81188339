import { listing as en } from './en/listing.ts';
import { listing as ko } from './ko/listing.ts';
import type { RoomWords } from './language.tsx';

export const listingWords: RoomWords<typeof ko> = { ko, en };
