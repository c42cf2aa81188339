import { familyOf, lengthOf, type RoundType } from '@maru/engine/rounds/round';
import { MINUTE_MS, SECOND_MS } from '@maru/engine/time';
import type { binary } from '../../text/ko/binary.ts';
import type { Same } from '../../text/same.ts';

export type BinaryText = Same<typeof binary>;

/** `30초`, `5분`. */
export function lengthLabel(type: RoundType, words: Pick<BinaryText, 'seconds' | 'minutes'>): string {
  const length = lengthOf(type);
  return length < MINUTE_MS ? words.seconds(length / SECOND_MS) : words.minutes(length / MINUTE_MS);
}

/** `30초 · 1분 · 2분`: all lengths of a game. */
export function lengthsLabel(types: readonly { readonly type: RoundType }[], words: BinaryText): string {
  const lengths = types.map(({ type }) => lengthOf(type));
  const isShort = (length: number) => length < MINUTE_MS;
  return words.lengths(
    lengths.filter(isShort).map((length) => length / SECOND_MS),
    lengths.filter((length) => !isShort(length)).map((length) => length / MINUTE_MS),
  );
}

/** `바이너리`, `비트볼`; rent has no name of its own (spec 2, trade header). */
export function familyLabel(type: RoundType, words: BinaryText): string | undefined {
  switch (familyOf(type)) {
    case 'RENT':
      return undefined;
    case 'BINARY':
      return words.binaryGame;
    case 'BALL':
      return words.ballGame;
  }
}

/** `30초`, `1분`, `바이너리 5분`, `비트볼 1분`. */
export const gameLabel = (type: RoundType, words: BinaryText): string =>
  [familyLabel(type, words), lengthLabel(type, words)].filter((part) => part !== undefined).join(' ');
