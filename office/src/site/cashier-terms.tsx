// The terms of deposits and withdrawals, which two people change.
import { Switch } from '@maru/app/ui/controls/switch';
import { cashierSetting, changeCashierSetting } from '@maru/contract/cashier/settings';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Field } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/site.ts';
import './site.css';

const AMOUNTS = ['fee', 'depositLeast', 'withdrawLeast', 'twoFrom', 'staffDayMost'] as const;

/** What was typed, by `fee KRW`; what is absent stays as it is. */
type Typed = Readonly<Record<string, string>>;

export function CashierTerms({ canEdit }: { readonly canEdit: boolean }) {
  const office = useOffice();
  const { data } = useRead(cashierSetting);
  const [typed, setTyped] = useState<Typed>({});
  const [flags, setFlags] = useState<{ readonly p2p?: boolean; readonly toMembers?: boolean }>({});
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct(changeCashierSetting);
  if (data === undefined) return null;
  const currencies = Object.keys(data.fee);
  const type = (name: string, value: string) => setTyped({ ...typed, [name]: value.replaceAll(',', '') });
  const hasChanged = Object.keys(typed).length > 0 || Object.keys(flags).length > 0;

  async function send(reason: string): Promise<void> {
    const named = AMOUNTS.flatMap((name) => {
      const given = currencies.flatMap((currency) => {
        const value = typed[`${name} ${currency}`];
        return value === undefined ? [] : [[currency, value] as const];
      });
      return given.length === 0 ? [] : [[name, Object.fromEntries(given)] as const];
    });
    const outcome = await act({
      ...Object.fromEntries(named),
      ...flags,
      ...(typed['spread'] === undefined ? {} : { spread: typed['spread'] }),
      ...(typed['waitHours'] === undefined ? {} : { waitHours: Number(typed['waitHours']) }),
      reason,
    });
    setAsked(false);
    if (!outcome.ok) return;
    setTyped({});
    setFlags({});
    office.toast('good', words.waits);
  }
  return (
    <Panel title={words.cashier}>
      <fieldset className="site-form" disabled={!canEdit}>
        <div className="cashier-terms">
          <table>
            <thead>
              <tr>
                <th scope="col">{words.cashierColumns.currency}</th>
                {AMOUNTS.map((name) => (
                  <th key={name} scope="col">
                    {words.cashierColumns[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {currencies.map((currency) => (
                <tr key={currency}>
                  <th scope="row">{currency}</th>
                  {AMOUNTS.map((name) => (
                    <td key={name} data-label={words.cashierColumns[name]}>
                      <input
                        className="form-field__input figure"
                        inputMode="decimal"
                        aria-label={`${words.cashierColumns[name]} ${currency}`}
                        value={typed[`${name} ${currency}`] ?? data[name][currency] ?? ''}
                        onChange={(event) => type(`${name} ${currency}`, event.target.value)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="form-grid">
          <Field
            label={words.spread}
            inputMode="decimal"
            value={typed['spread'] ?? data.spread}
            onChange={(value) => type('spread', value)}
          />
          <Field
            label={words.waitHours}
            inputMode="numeric"
            value={typed['waitHours'] ?? String(data.waitHours)}
            onChange={(value) => type('waitHours', value)}
          />
        </div>
        <div className="site-actions">
          {words.p2p}
          <Switch
            label={words.p2p}
            checked={flags.p2p ?? data.p2p}
            disabled={!canEdit}
            onChange={(p2p) => setFlags({ ...flags, p2p })}
          />
          {words.toMembers}
          <Switch
            label={words.toMembers}
            checked={flags.toMembers ?? data.toMembers}
            disabled={!canEdit}
            onChange={(toMembers) => setFlags({ ...flags, toMembers })}
          />
          <span className="site-actions__space" />
          {canEdit && (
            <Button kind="primary" takesTwo disabled={!hasChanged} onPress={() => setAsked(true)}>
              {words.ask}
            </Button>
          )}
        </div>
      </fieldset>
      <ReasonDialog
        open={isAsked}
        title={words.cashier}
        confirm={words.ask}
        takesTwo
        busy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={(reason) => void send(reason)}
      />
    </Panel>
  );
}
