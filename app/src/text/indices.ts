import { indices as en } from './en/indices.ts';
import { indices as ko } from './ko/indices.ts';
import type { RoomWords } from './language.tsx';

export const indexWords: RoomWords<typeof ko> = { ko, en };
