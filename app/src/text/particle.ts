// A Korean particle depends on the last sound of the word before it. Figures are read aloud, so "1" ends as 일 does.

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;
const RIEUL = 8;
/** The final consonants of 영, 일, 이, 삼, 사, 오, 육, 칠, 팔, 구: 0 is none. A trailing 0 is 영, 십, 백, 천 or 만. */
const DIGIT_FINALS = [21, RIEUL, 0, 16, 0, 0, 1, RIEUL, RIEUL, 0];

function finalOf(word: string): number {
  const last = word.at(-1) ?? '';
  const digit = '0123456789'.indexOf(last);
  if (last !== '' && digit >= 0) return DIGIT_FINALS[digit] ?? 0;
  const code = last.codePointAt(0) ?? 0;
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE ? (code - FIRST_SYLLABLE) % FINALS : 0;
}

/** `…로` after a vowel or ㄹ, `…으로` after every other consonant. */
export const withRo = (word: string): string => {
  const final = finalOf(word);
  return `${word}${final === 0 || final === RIEUL ? '로' : '으로'}`;
};
