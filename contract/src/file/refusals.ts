// Refusals of uploads.
import type { RefusalRow } from '../refusal-text.ts';

export const fileRefusals = {
  FILE_TYPE_UNSUPPORTED: [
    415,
    'JPG, PNG, WebP 사진만 올릴 수 있습니다.',
    'Only JPG, PNG and WebP pictures can be uploaded.',
  ],
  FILE_TOO_MANY_PIXELS: [
    422,
    '사진이 너무 큽니다. 2,500만 화소까지 올릴 수 있습니다.',
    'The picture is too large. It may have 25 million pixels.',
  ],
  FILE_DAMAGED: [
    422,
    '사진을 읽을 수 없습니다. 다른 사진을 올려 주세요.',
    'The picture cannot be read. Please choose another one.',
  ],
  FILE_QUOTA: [
    422,
    '오늘 올릴 수 있는 사진을 모두 올렸습니다. 내일 다시 올려 주세요.',
    'You have uploaded as much as is possible in a day. Please try again tomorrow.',
  ],
  FILE_CHANGED: [
    409,
    '저장한 뒤에 바뀐 사진이라 보여 드리지 않습니다.',
    'The picture was changed after it was stored and is not shown.',
  ],
  FILE_NOT_FOUND: [
    404,
    '첨부한 사진을 찾을 수 없습니다. 다시 올려 주세요.',
    'An attached picture was not found. Please upload it again.',
  ],
} as const satisfies Record<string, RefusalRow>;
