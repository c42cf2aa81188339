import type { wide as ko } from '../ko/wide.ts';
import type { Same } from '../same.ts';

export const wide: Same<typeof ko> = {
  ticket: 'Order form',
  dragHint: 'Drag a line to move an exit',
  confirmOn: 'Confirmation on',
  confirmOff: 'Confirmation off',
  counterparty: 'The operator is the other side',
};
