// A fired alert as a notification, for the centre and for web pushes.
import type { WireNotification } from '@maru/contract/notification/calls';
import { toDecimal } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Firing } from './firing-store.ts';

export const priceNotification = (
  { alert, revision, fires, level, price, at }: Firing,
  instrument: Instrument | undefined,
): WireNotification => ({
  id: `alert ${alert} ${revision}`,
  category: 'PRICE',
  at,
  // Its chart, with the other alerts.
  path: instrument === undefined ? null : `/more/alerts/${instrument.code}`,
  content: {
    kind: 'PRICE',
    stock: instrument?.code ?? '',
    fires,
    level: toDecimal(level),
    price: toDecimal(price),
  },
});
