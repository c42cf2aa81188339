// Refusals of the incidents on the fairness board.
import type { RefusalRow } from '../refusal-text.ts';

export const fairnessRefusals = {
  INCIDENT_NOT_FOUND: [404, '장애 기록을 찾을 수 없습니다.', 'This incident does not exist.'],
  INCIDENT_TIME_INVALID: [
    422,
    '장애의 시작과 끝은 지난 90일 안의 시각이어야 하고, 끝은 시작보다 뒤여야 합니다.',
    'An incident begins and ends within the last 90 days, and ends after it began.',
  ],
  INCIDENT_DETECTED: [
    409,
    '저절로 기록된 장애의 시각은 바꿀 수 없습니다.',
    'The times of an incident that the platform found itself cannot be changed.',
  ],
  INCIDENTS_FULL: [
    409,
    '하루에 알릴 수 있는 장애 수를 넘었습니다.',
    'No more incidents can be told of today.',
  ],
} as const satisfies Record<string, RefusalRow>;
