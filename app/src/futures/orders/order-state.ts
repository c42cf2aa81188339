import type { WireFuturesOrder } from '@maru/contract/futures/wire';

export const isResting = ({ status }: Pick<WireFuturesOrder, 'status'>): boolean =>
  status === 'OPEN' || status === 'WAITING';

/** It closes the position that it belongs to. */
export const isExit = ({ futuresPositionId }: Pick<WireFuturesOrder, 'futuresPositionId'>): boolean =>
  futuresPositionId !== null;
