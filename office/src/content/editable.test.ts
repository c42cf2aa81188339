import { expect, test } from 'vitest';
import { diffOf, htmlOf, linesOf, nodesOf } from './editable.ts';

function kept(html: string): string {
  const root = document.createElement('div');
  root.append(...nodesOf(html));
  return htmlOf(root);
}

test.each([
  ['<p onclick="x()">글<script>alert(1)</script></p>', '<p>글</p>'],
  ['<a href="javascript:alert(1)">누르기</a>', '누르기'],
  ['<a href="https://maru.example" onmouseover="x()">글</a>', '<a href="https://maru.example">글</a>'],
  ['<img src="https://elsewhere.example/x.png"><p>글</p>', '<p>글</p>'],
  [
    `<img src="/api/content/picture/${'a'.repeat(32)}" onerror="x()" alt="표">`,
    `<img src="/api/content/picture/${'a'.repeat(32)}" alt="표">`,
  ],
  ['<h1 style="color:red">머리</h1><div>줄</div><font>글자</font>', '<h3>머리</h3><p>줄</p>글자'],
  ['<svg><a href="https://x.example">x</a></svg><iframe srcdoc="x"></iframe>', ''],
  ['<br>', ''],
])('%s is edited as %s', (given, wanted) => {
  expect(kept(given)).toBe(wanted);
});

test('the lines of a table are its rows', () => {
  expect(linesOf('<p>점검합니다.</p><table><tr><th>일시</th><td>06:00</td></tr></table>')).toEqual([
    '점검합니다.',
    '일시 06:00',
  ]);
});

test('a diff keeps what is common', () => {
  expect(diffOf(['가', '나', '다'], ['가', '라', '다'])).toEqual([
    { kind: 'same', text: '가' },
    { kind: 'removed', text: '나' },
    { kind: 'added', text: '라' },
    { kind: 'same', text: '다' },
  ]);
});
