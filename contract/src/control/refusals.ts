// Refusals of market control.
import type { RefusalRow } from '../refusal-text.ts';

export const controlRefusals = {
  CALENDAR_INVALID: [
    422,
    '일정에 잘못된 줄이 있습니다. 줄 번호를 확인해 주세요.',
    'A line of the calendar is not valid. Please check the line.',
  ],
} as const satisfies Record<string, RefusalRow>;
