import type { RefusalRow } from '../refusal-text.ts';

export const riskRefusals = {
  RISK_ALERT_NOT_FOUND: [404, '경보를 찾을 수 없습니다.', 'There is no such alert.'],
  RISK_PRESET_NOT_FOUND: [404, '저장한 시험을 찾을 수 없습니다.', 'There are no such saved moves.'],
  TOO_MANY_RISK_PRESETS: [
    409,
    '저장한 시험은 20개까지입니다. 쓰지 않는 것을 지워 주세요.',
    'At most 20 can be saved. Please delete one that is not used.',
  ],
} as const satisfies Record<string, RefusalRow>;
