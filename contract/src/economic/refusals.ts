// Refusals of economic indicators: their import, and reminders of them.
import type { RefusalRow } from '../refusal-text.ts';

export const economicRefusals = {
  ECONOMIC_CSV_INVALID: [
    422,
    'CSV에 읽을 수 없는 줄이 있어 아무것도 저장하지 않았습니다. 줄 번호와 열을 확인해 주세요.',
    'A line of the CSV cannot be read, and nothing was saved. Please check the line and the column.',
  ],
  ECONOMIC_FULL: [
    409,
    '저장할 수 있는 경제지표 수를 넘습니다.',
    'There are more indicators than can be stored.',
  ],
  ECONOMIC_RELEASED: [
    409,
    '이미 발표되었거나 일정이 바뀐 지표입니다.',
    'This indicator was released already, or its time has changed.',
  ],
  TOO_MANY_REMINDERS: [
    409,
    '지표 알림은 50개까지 만들 수 있습니다.',
    'You can be reminded of 50 indicators at most.',
  ],
} as const satisfies Record<string, RefusalRow>;
