// Finds what is typed in a name as Koreans type it: whole syllables, initials only (ㄴㅅㄷ), and an incomplete last
// syllable. Spaces and case are ignored.

/** The position of the match in the name, from its first character to the one after its last. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

const INITIALS = [...'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'];
/** The first is a syllable without a final consonant. */
const FINALS = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'];
const VOWELS = [...'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'];

/** Two keys in one letter: a keyboard joins ㄱ and ㅅ to ㄳ when no vowel follows. */
const JOINED: Readonly<Record<string, string>> = {
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
};

/** Vowels that begin with another one: ㅗ may become ㅘ. */
const GROWS: Readonly<Record<string, string>> = { ㅗ: 'ㅘㅙㅚ', ㅜ: 'ㅝㅞㅟ', ㅡ: 'ㅢ' };

interface Syllable {
  readonly initial: string;
  readonly vowel: string;
  readonly final: string;
}

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;

function decompose(character: string): Syllable | undefined {
  const code = character.charCodeAt(0);
  if (character.length !== 1 || code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return undefined;
  const place = code - FIRST_SYLLABLE;
  return {
    initial: INITIALS[Math.floor(place / 588)] ?? '',
    vowel: VOWELS[Math.floor((place % 588) / 28)] ?? '',
    final: FINALS[place % 28] ?? '',
  };
}

interface Letter {
  readonly text: string;
  /** Its index in the name as written, because the lower-case text may be shorter or longer. */
  readonly at: number;
  readonly endsAt: number;
}

function lettersOf(name: string): readonly Letter[] {
  const letters: Letter[] = [];
  let at = 0;
  for (const text of name) {
    if (text.trim() !== '') letters.push({ text: text.toLowerCase(), at, endsAt: at + text.length });
    at += text.length;
  }
  return letters;
}

/** The typed text letter by letter, the same whether the keyboard composed it or not. */
function readTyped(typed: string): readonly string[] {
  const letters = [...typed.normalize('NFC').toLowerCase()].filter((letter) => letter.trim() !== '');
  return letters.flatMap((letter) => [...(JOINED[letter] ?? letter)]);
}

const beginsWith = (letter: Letter | undefined, initial: string): boolean =>
  letter !== undefined && decompose(letter.text)?.initial === initial;

/** One typed letter that is complete: the same letter, or the initial of the syllable. */
const isSame = (typed: string, letter: Letter): boolean =>
  typed === letter.text || (INITIALS.includes(typed) && beginsWith(letter, typed));

/** How many letters of the name the last typed letter covers; its syllable may be incomplete. */
function coveredByLast(typed: string, letter: Letter, next: Letter | undefined): number {
  if (isSame(typed, letter)) return 1;
  const half = decompose(typed);
  const whole = decompose(letter.text);
  if (!half || !whole || half.initial !== whole.initial) return 0;
  if (half.final === '')
    return half.vowel === whole.vowel || GROWS[half.vowel]?.includes(whole.vowel) ? 1 : 0;
  if (half.vowel !== whole.vowel) return 0;
  // 닥 may become 닦, and 달 may become 닭.
  const [firstOfWhole = whole.final] = JOINED[whole.final] ?? [];
  if (half.final === firstOfWhole || (half.final === 'ㄱ' && whole.final === 'ㄲ')) return 1;
  if (half.final === 'ㅅ' && whole.final === 'ㅆ') return 1;
  // 나슫 is 나스 with the ㄷ of 닥: the final consonant may turn out to begin the next syllable.
  if (whole.final === '' && beginsWith(next, half.final)) return 2;
  const [stays, moves] = JOINED[half.final] ?? [];
  return stays === whole.final && moves !== undefined && beginsWith(next, moves) ? 2 : 0;
}

export function findTyped(name: string, typed: string): Match | undefined {
  const wanted = readTyped(typed);
  const letters = lettersOf(name);
  const last = wanted.at(-1);
  if (last === undefined) return undefined;
  const finished = wanted.slice(0, -1);
  for (let start = 0; start + finished.length < letters.length; start++) {
    if (!finished.every((each, place) => isSame(each, letters[start + place] as Letter))) continue;
    const end = start + finished.length;
    const covered = coveredByLast(last, letters[end] as Letter, letters[end + 1]);
    const first = letters[start];
    const lastLetter = letters[end + covered - 1];
    if (covered > 0 && first && lastLetter) return { from: first.at, to: lastLetter.endsAt };
  }
  return undefined;
}

/** `ㅂㅌㅋㅇ` of 비트코인; undefined where not every letter is a Korean syllable. */
export function initialsOf(name: string): string | undefined {
  const syllables = [...name].map(decompose);
  return syllables.every((each) => each !== undefined)
    ? syllables.map((each) => each?.initial).join('')
    : undefined;
}
