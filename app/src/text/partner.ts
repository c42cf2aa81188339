import { partner as en } from './en/partner.ts';
import { partner as ko } from './ko/partner.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type PartnerWords = Same<typeof ko>;
export const partnerWords: RoomWords<typeof ko> = { ko, en };
