// Refusals of inquiries.
import type { RefusalRow } from '../refusal-text.ts';

export const contactRefusals = {
  TOO_MANY_INQUIRIES: [
    422,
    '답변을 기다리는 문의가 많습니다. 있는 문의에 이어서 적어 주세요.',
    'Several of your inquiries wait for an answer. Please write to one of them.',
  ],
  INQUIRY_FULL: [
    422,
    '이 문의에는 더 적을 수 없습니다. 새로 문의해 주세요.',
    'This inquiry is full. Please make a new one.',
  ],
  TEMPLATES_FULL: [
    422,
    '저장한 답변이 너무 많습니다. 쓰지 않는 것을 지워 주세요.',
    'There are too many saved answers. Please remove some.',
  ],
  EVIDENCE_NOT_FOUND: [
    404,
    '문의할 내역을 찾을 수 없습니다.',
    'The record that you ask about was not found.',
  ],
} as const satisfies Record<string, RefusalRow>;
