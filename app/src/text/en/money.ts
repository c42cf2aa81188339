import type { money as ko } from '../ko/money.ts';
import type { Same } from '../same.ts';

export const money: Same<typeof ko> = {
  won: ' won',
};
