import { contact as en } from './en/contact.ts';
import { contact as ko } from './ko/contact.ts';
import type { RoomWords } from './language.tsx';

export const contactWords: RoomWords<typeof ko> = { ko, en };
