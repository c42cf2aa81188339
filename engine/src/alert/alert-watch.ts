// All price alerts that wait, over the trigger index: a tick that reaches none of them costs a few comparisons, however
// many wait. One that fires always waits on its other side for the price to move back, and then for its level again.
import type { Price } from '../amount.ts';
import { assert } from '../assert.ts';
import { createTriggers, type Fires, type Triggers } from '../market/trigger-index.ts';
import type { AlertBasis, AlertRepeat } from './price-alert.ts';

export interface WatchedAlert {
  readonly id: number;
  readonly instrument: number;
  readonly basis: AlertBasis;
  readonly fires: Fires;
  readonly level: Price;
  /** `backLevel` of it. */
  readonly back: Price;
  readonly repeat: AlertRepeat;
  /** False after it fired, until the price has moved back. */
  readonly isArmed: boolean;
  /** Raised with every change, so that a firing of an older level is recognised. */
  readonly revision: number;
}

export interface AlertChange<Alert extends WatchedAlert> {
  readonly kind: 'FIRED' | 'REARMED';
  /** As it was before the change. */
  readonly alert: Alert;
  readonly price: Price;
}

export interface AlertWatch<Alert extends WatchedAlert> {
  readonly size: number;
  /** Replaces the one with the same id. */
  put(alert: Alert): void;
  remove(id: number): boolean;
  /** What changes at these prices, in the order in which a moving price reaches the levels. */
  tick(
    instrument: number,
    prices: { readonly last: Price; readonly mark: Price },
  ): readonly AlertChange<Alert>[];
}

const NOTHING: readonly never[] = Object.freeze([]);
const opposite = (fires: Fires): Fires => (fires === 'AT_OR_ABOVE' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE');

export function createAlertWatch<Alert extends WatchedAlert>(): AlertWatch<Alert> {
  const alerts = new Map<number, Alert>();
  const indexes: Readonly<Record<AlertBasis, Map<number, Triggers>>> = { LAST: new Map(), MARK: new Map() };

  function indexOf({ basis, instrument }: WatchedAlert): Triggers {
    const of = indexes[basis];
    const found = of.get(instrument) ?? createTriggers();
    of.set(instrument, found);
    return found;
  }

  function wait(alert: Alert): void {
    alerts.set(alert.id, alert);
    indexOf(alert).watch(
      alert.isArmed
        ? { id: alert.id, fires: alert.fires, level: alert.level }
        : { id: alert.id, fires: opposite(alert.fires), level: alert.back },
    );
  }

  function remove(id: number): boolean {
    const alert = alerts.get(id);
    if (alert === undefined) return false;
    alerts.delete(id);
    return indexOf(alert).forget(id);
  }

  /** The trigger has left the index already. */
  function changed(id: number, price: Price): AlertChange<Alert> {
    const alert = alerts.get(id);
    assert(alert !== undefined, `alert ${id} is known while it waits`);
    alerts.delete(id);
    const revision = alert.revision + 1;
    if (!alert.isArmed) wait({ ...alert, isArmed: true, revision });
    else if (alert.repeat === 'ALWAYS') wait({ ...alert, isArmed: false, revision });
    return { kind: alert.isArmed ? 'FIRED' : 'REARMED', alert, price };
  }

  return {
    get size() {
      return alerts.size;
    },
    put(alert) {
      remove(alert.id);
      wait(alert);
    },
    remove,
    tick(instrument, { last, mark }) {
      const byLast = indexes.LAST.get(instrument)?.firedBy(last) ?? NOTHING;
      const byMark = indexes.MARK.get(instrument)?.firedBy(mark) ?? NOTHING;
      if (byLast.length === 0 && byMark.length === 0) return NOTHING;
      return [...byLast.map((id) => changed(id, last)), ...byMark.map((id) => changed(id, mark))];
    },
  };
}
