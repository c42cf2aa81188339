// Checks the texts of the app and the server in the source: wordings that were replaced do not come back, and sentences
// that promise more than the code does stay out.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The tests of the app run from the project's root.
const root = process.cwd();
const inFolder = (folder: string, name: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file));

const korean = [
  ...inFolder('app/src/text/ko', /\.ts$/),
  'app/src/text/documents/ko.ts',
  ...inFolder('contract/src', /(^|[-/])refusals\.ts$/),
  'app/public/verify.mjs',
  'app/public/futures-verify.mjs',
  'app/public/verify-index.mjs',
  'app/public/solvency-verify.mjs',
  'app/index.html',
];
const english = [...inFolder('app/src/text/en', /\.ts$/), 'app/src/text/documents/en.ts'];

/** The spec gives these sentences word for word (product.md, realtime and validation). */
const AS_IN_THE_SPEC = [
  '재연결에 실패했습니다. 새로고침 후 다시 시도해주세요.',
  '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.',
  '입금신청금액을 입력해주세요.',
  '출금신청금액을 입력해주세요.',
];

/** Each line of the files that matches, with its file, so that a failure names the place. */
function linesWith(files: readonly string[], pattern: RegExp): readonly string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(AS_IN_THE_SPEC.reduce((left, phrase) => left.replace(phrase, ''), line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
}

test.each([
  ['본인을 확인'],
  ['모두 보았습니다'],
  ['주문하려면 끄세요'],
  ["'왜\\?'"],
  ['앞선 마지막'],
  ['한쪽'],
  ['지갑 단위'],
  ['가격이 맞을 때'],
  ['새 판|다시 채우'],
  ['동가'],
  ['주문하시겠습니까'],
  ['양방향'],
  ['STOP 주문'],
  ['소금'],
  ['하나도 쓰지 않'],
  ["일부터'"],
  ['이름을 확인'],
  ['까닭'],
  // The files are listed below the sentence that names them.
  ['위의 세 파일'],
  // There is no support yet: 1:1 문의 is not built.
  ['저장해 문의'],
  ['[가-힣]주세요'],
  // A particle after a placeholder that may hold a figure depends on its sound: withRo.
  ['(price|rule|amount)\\}으?로 '],
])('no Korean text contains /%s/ any more', (wording) => {
  expect(linesWith(korean, new RegExp(wording))).toEqual([]);
});

test('binary and bit-ball use 주문 마감 for the cut-off and 종료 for the end, and call the prices 기준가 and 종료가', () => {
  const rounds = ['binary', 'bitball', 'receipt'].map((name) => `app/src/text/ko/${name}.ts`);
  expect(linesWith(rounds, /진입가|종가(?!격)/)).toEqual([]);
  expect(linesWith(rounds, /(?<!주문 |주문이 |주문을 )마감/)).toEqual([]);
});

test.each([
  ['진짜와 같', korean],
  ['아무도 미리 알|누구도 이 가격을', korean],
  ['언제든 다시', korean],
  ['rules are real|prices are real', english],
  ['nobody (can )?know', english],
  // A day that was sealed late was fixed only from then on.
  ['그날이 오기 전에 정해', korean],
  ['fixed before the day', english],
  ['whenever you like|at any time', english],
])('no text claims /%s/, which the code does not guarantee', (claim, files) => {
  expect(linesWith(files, new RegExp(claim, 'i'))).toEqual([]);
});

test.each([
  ['누구도 고칠 수 없', 'nobody, staff included'],
  ['지체 없이 지웁니다', 'erased without delay'],
])('the documents do not promise /%s/ or /%s/', (inKorean, inEnglish) => {
  expect(linesWith(korean, new RegExp(inKorean))).toEqual([]);
  expect(linesWith(english, new RegExp(inEnglish, 'i'))).toEqual([]);
});

/** The only Korean on an English page: the name of the other language in its own script. */
const KOREAN_IN_ENGLISH = /^(korean|otherLanguage): '한국어',$/;

test('the English texts contain no Korean', () => {
  const left = linesWith(english, /[가-힣]/).filter(
    (line) => !KOREAN_IN_ENGLISH.test(line.slice(line.indexOf(': ') + 2)),
  );
  expect(left).toEqual([]);
});
