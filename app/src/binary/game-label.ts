import { familyOf, lengthOf } from '@maru/engine/binary/round';
import type { BinaryType } from '@maru/engine/market/instrument';
import { MINUTE_MS, SECOND_MS } from '@maru/engine/time';
import type { binary } from '../text/ko/binary.ts';
import type { Same } from '../text/same.ts';

export type BinaryText = Same<typeof binary>;

/** `30초`, `1분`, `바이너리 5분`, `비트볼 1분` (spec 2, trade header). */
export function gameLabel(type: BinaryType, words: BinaryText): string {
  const length = lengthOf(type);
  const minutes = length / MINUTE_MS;
  switch (familyOf(type)) {
    case 'RENT':
      return length < MINUTE_MS ? words.seconds(length / SECOND_MS) : words.minutes(minutes);
    case 'BINARY':
      return words.binaryMinutes(minutes);
    case 'BALL':
      return words.ballMinutes(minutes);
  }
}
