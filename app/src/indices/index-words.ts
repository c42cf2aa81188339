import type { indices } from '../text/ko/indices.ts';
import type { Same } from '../text/same.ts';

export type IndexWords = Same<typeof indices>;
