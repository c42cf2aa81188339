import { expect, test } from 'vitest';
import { actionOf } from './entry-words.ts';

test.each([
  ['COPYTRADE', 'APPROVE', '트레이더 승인'],
  ['COPYTRADE', 'REJECT', '트레이더 신청 거절'],
  ['COPYTRADE', 'SET', '트레이더 설정 변경'],
  ['MEMBER', 'NOTE', '메모'],
  ['PARTNER', 'CHANGE', '파트너 변경'],
] as const)('what is done in %s as %s is called %s', (area, action, read) => {
  expect(actionOf({ area, action, group: 'MEMBER' })).toBe(read);
});
