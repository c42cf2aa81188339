import type { WireOverseaFill, WireOverseaOrder } from '@maru/contract/oversea/calls';

export const isResting = ({ status }: Pick<WireOverseaOrder, 'status'>): boolean =>
  status === 'OPEN' || status === 'WAITING';

export const isLossCut = ({ forcedReason, marketType }: WireOverseaFill): boolean =>
  forcedReason === 'LOSSCUT' || marketType === 'LIQUIDATION';
