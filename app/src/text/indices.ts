import { indices as en } from './en/indices.ts';
import { indices as ko } from './ko/indices.ts';
import type { RoomWords } from './language.tsx';
import type { Same } from './same.ts';

export type IndexWords = Same<typeof ko>;

export const indexWords: RoomWords<typeof ko> = { ko, en };
