import { asset as en } from './en/asset.ts';
import { asset as ko } from './ko/asset.ts';
import type { RoomWords } from './language.tsx';

export const assetWords: RoomWords<typeof ko> = { ko, en };
