import { expect, test } from 'vitest';
import { changesOf, hashText, summaryOf } from './diff.ts';

test('only fields that differ are changes, whatever one side lacks', () => {
  const changes = changesOf('{"fee":"1","mode":"A","gone":1}', '{"fee":"2","mode":"A","list":[1]}');
  expect(changes).toEqual([
    { field: 'fee', before: '1', after: '2' },
    { field: 'gone', before: '1', after: undefined },
    { field: 'list', before: undefined, after: '[1]' },
  ]);
  expect(summaryOf(changes, '')).toBe('출금 수수료 1 → 2 외 2');
});

test('a line of the list says what changed in words, and not first by which number', () => {
  const changes = changesOf('{"id":3,"status":"OPEN"}', '{"id":4,"status":"CLOSED"}');
  expect(summaryOf(changes, '')).toBe('상태 답변 대기 → 종료 외 1');
  expect(summaryOf(changesOf('{"stopped":false}', '{"stopped":true}'), '')).toBe('멈춤 아니오 → 예');
  expect(summaryOf(changesOf('{}', '{"walletTypes":["BINARY"]}'), '')).toBe('지갑 해외선물');
});

test.each([
  ['null', '"x"', [{ field: 'value', before: undefined, after: 'x' }]],
  ['', 'not json', [{ field: 'value', before: undefined, after: 'not json' }]],
  ['{}', '{}', []],
])('%j and %j can be compared', (before, after, expected) => {
  expect(changesOf(before, after)).toEqual(expected);
});

test('without a change the reason is shown, and a long one is cut', () => {
  expect(summaryOf([], '본인 확인 통화')).toBe('본인 확인 통화');
  expect(summaryOf([], 'x'.repeat(60))).toHaveLength(37);
});

test('a hash is shown by its beginning and its end', () => {
  expect(hashText('0161d6f2620c4948aaaabbbbe4a21f7c')).toBe('0161 d6f2 620c 4948 … e4a2 1f7c');
  expect(hashText('')).toBe('');
});
