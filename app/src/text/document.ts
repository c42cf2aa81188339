import { document as en } from './en/document.ts';
import { document as ko } from './ko/document.ts';
import type { RoomWords } from './language.tsx';

export const documentWords: RoomWords<typeof ko> = { ko, en };
