import {
  type AlertInstrument,
  createAlert,
  deleteAlert,
  editAlert,
  myAlerts,
  type WireAlert,
} from '@maru/contract/alert/calls';
import { checkAlert } from '@maru/engine/alert/price-alert';
import { price, toDecimal } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import { hasIndex } from '@maru/engine/market/tick';
import { isUniqueViolation, type Tx } from '../db/database.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { type Route, serve } from '../http/serve.ts';
import { type Alerts, MOST_PER_MEMBER } from './alerts.ts';
import {
  type AskedAlert,
  countForCreating,
  deleteAlertRow,
  findAlert,
  insertAlert,
  listAlerts,
  type Owner,
  type StoredAlert,
  updateAlert,
} from './store.ts';

const SAME = 'the_same_alert_is_made_once';

type Terms = Omit<AskedAlert, 'instrument' | 'level'> & { readonly level: string };

export function alertRoutes({
  database,
  prices,
  instruments,
  alerts,
}: Pick<FeatureParts, 'database' | 'prices' | 'instruments'> & {
  readonly alerts: Pick<Alerts, 'hasRoom' | 'put' | 'remove'>;
}): readonly Route[] {
  const byCode = new Map(instruments.filter(({ isPlay }) => isPlay).map((each) => [each.code, each]));
  const byId = new Map(instruments.map((each) => [each.id, each]));

  async function all(tx: Tx, owner: Owner, stock?: string) {
    const alerts = await listAlerts(tx, owner);
    const asked = byCode.get(stock ?? '')?.id;
    const ids = new Set(alerts.map(({ instrument }) => instrument));
    if (asked !== undefined) ids.add(asked);
    return {
      alerts: alerts.map((alert) => wireAlert(alert, byId.get(alert.instrument))),
      instruments: [...ids].flatMap((id) => wireInstrument(byId.get(id))),
      most: MOST_PER_MEMBER,
    };
  }

  /** The alert that is asked for, or the first rule that it breaks. */
  function judge(instrument: Instrument, { level: text, ...terms }: Terms) {
    // While the market rests the newest price still says on which side of it a level lies.
    const tick = prices.latest(instrument.code);
    if (tick === undefined) return { refusal: 'ALERT_NO_PRICE' } as const;
    const level = price(text);
    const at = terms.basis === 'LAST' ? tick.last : tick.mark;
    const refusal = checkAlert({ fires: terms.fires, level }, { instrument, at });
    if (refusal !== undefined) return { refusal } as const;
    return { asked: { ...terms, level, instrument: instrument.id } } as const;
  }

  /** An alert that is there already breaks the table's own rule. */
  async function unlessSame<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result | 'SAME'> {
    try {
      return await database.transaction(work);
    } catch (fault) {
      if (isUniqueViolation(fault, SAME)) return 'SAME';
      throw fault;
    }
  }

  return [
    serve(myAlerts, async ({ principal, query: { stock } }) => ({
      ok: true,
      reply: await database.transaction((tx) => all(tx, principal, stock)),
    })),
    serve(createAlert, async ({ principal, body: { stock, siteInfoId: _, ...terms }, now }) => {
      const instrument = byCode.get(stock);
      if (instrument === undefined) return { ok: false, refusal: 'NOT_FOUND', field: 'stock' };
      const { asked, refusal } = judge(instrument, terms);
      if (asked === undefined) return { ok: false, refusal, field: 'level' };
      if (!alerts.hasRoom(principal.site)) return { ok: false, refusal: 'ALERTS_FULL' };
      const created = await unlessSame(async (tx) => {
        if ((await countForCreating(tx, principal)) >= MOST_PER_MEMBER) return 'TOO_MANY';
        const alert = await insertAlert(tx, principal, asked, now);
        return { alert, reply: await all(tx, principal) };
      });
      if (created === 'SAME') return { ok: false, refusal: 'ALERT_EXISTS' };
      if (created === 'TOO_MANY') return { ok: false, refusal: 'TOO_MANY_ALERTS' };
      alerts.put(created.alert);
      return { ok: true, reply: created.reply };
    }),
    serve(editAlert, async ({ principal, body: { id, siteInfoId: _, ...terms } }) => {
      const edited = await unlessSame(async (tx) => {
        const found = await findAlert(tx, principal, id);
        const instrument = found && byId.get(found.instrument);
        if (instrument === undefined) return { refusal: 'NOT_FOUND' } as const;
        const { asked, refusal } = judge(instrument, terms);
        if (asked === undefined) return { refusal } as const;
        const alert = await updateAlert(tx, id, asked);
        return { alert, reply: await all(tx, principal) };
      });
      if (edited === 'SAME') return { ok: false, refusal: 'ALERT_EXISTS' };
      if (edited.alert === undefined) return { ok: false, refusal: edited.refusal };
      alerts.put(edited.alert);
      return { ok: true, reply: edited.reply };
    }),
    serve(deleteAlert, async ({ principal, body: { id } }) => {
      const reply = await database.transaction(async (tx) =>
        (await deleteAlertRow(tx, principal, id)) ? all(tx, principal) : undefined,
      );
      if (reply === undefined) return { ok: false, refusal: 'NOT_FOUND' };
      alerts.remove(id);
      return { ok: true, reply };
    }),
  ];
}

const wireAlert = (alert: StoredAlert, instrument: Instrument | undefined): WireAlert => {
  const { id, basis, fires, level, repeat, push, inApp, isArmed, createdAt } = alert;
  return {
    ...{ id, basis, fires, repeat, push, inApp, isArmed },
    stock: instrument?.code ?? '',
    level: toDecimal(level),
    createdMillis: createdAt,
  };
};

const wireInstrument = (instrument: Instrument | undefined): readonly AlertInstrument[] => {
  if (instrument === undefined) return [];
  const { code: stock, koName, enName, precision, tickSize } = instrument;
  return [{ stock, koName, enName, precision, tickSize: toDecimal(tickSize), hasMark: hasIndex(instrument) }];
};
