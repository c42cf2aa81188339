// What can be checked of a Korean text before it is published: polite endings, days of the week that fit their dates, no
// exaggeration, and what is done for those who are affected.

export interface Wording {
  readonly isPolite: boolean;
  /** Dates whose day of the week is another one, with the right one. */
  readonly wrongDates: readonly { readonly written: string; readonly weekday: string }[];
  readonly exaggerations: readonly string[];
  /** An interruption is announced, and nothing is said about amends. */
  readonly lacksAmends: boolean;
}

const WEEKDAYS = '일월화수목금토';
const DATE = /(?:(\d{4})년\s*)?(\d{1,2})월\s*(\d{1,2})일\s*\(([일월화수목금토])\)/g;
const POLITE = /(니다|세요|니까|십시오|시오)$/;
const EXAGGERATED = [
  '무조건',
  '반드시 수익',
  '원금 보장',
  '수익 보장',
  '100% 보장',
  '대박',
  '업계 최고',
  '업계 1위',
  '절대 손해',
];
const HANGUL_END = /[가-힣]$/;

export function checkWording(text: string, now: Date): Wording {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n/)
    .map((line) => line.trim())
    .filter((line) => line.endsWith('.'))
    .map((line) => line.slice(0, -1));
  return {
    isPolite: sentences.filter((each) => HANGUL_END.test(each)).every((each) => POLITE.test(each)),
    wrongDates: [...text.matchAll(DATE)].flatMap(([written, year, month, day, weekday]) => {
      const right = weekdayOf({ year: year === undefined ? undefined : Number(year), month, day }, now);
      return right === weekday ? [] : [{ written: written.replace(/\s*\(.*$/, ''), weekday: right }];
    }),
    exaggerations: EXAGGERATED.filter((word) => text.includes(word)),
    lacksAmends: /점검|장애|중단/.test(text) && !/보상|환급|되돌려/.test(text),
  };
}

/** Without a year it is the one next to now: in December a notice speaks of January. */
function weekdayOf(
  { year, month, day }: { year: number | undefined; month: string | undefined; day: string | undefined },
  now: Date,
): string {
  const at = (of: number) => Date.UTC(of, Number(month) - 1, Number(day));
  const [known = at(now.getUTCFullYear())] = (
    year === undefined ? [-1, 0, 1].map((step) => now.getUTCFullYear() + step) : [year]
  )
    .map(at)
    .toSorted((a, b) => Math.abs(a - now.getTime()) - Math.abs(b - now.getTime()));
  return WEEKDAYS[new Date(known).getUTCDay()] ?? '';
}
