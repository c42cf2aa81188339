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
  path: instrument === undefined ? null : pathOf(instrument),
  content: {
    kind: 'PRICE',
    stock: instrument?.code ?? '',
    fires,
    level: toDecimal(level),
    price: toDecimal(price),
  },
});

/** Where it is traded. */
function pathOf({ kind, id, code }: Instrument): string | null {
  if (kind === 'CRYPTO') return `/future/${code}`;
  return kind === 'FUTURES' || kind === 'INDEX' ? `/oversea/${id}` : null;
}
