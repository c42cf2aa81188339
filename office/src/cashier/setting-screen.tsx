// The cashier's settings: limits, the site's own accounts, and the rule for small amounts. All of them take two people.
import type { ReceivedReply } from '@maru/client/call';
import { cashierSetting } from '@maru/contract/cashier/settings';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Facts, Notice } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { amountOf, moneyOf } from '../parts/money.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay } from '../shell/office-context.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/cashier-setting.ts';
import './cashier.css';
import { RefusalTexts } from './refusal-texts.tsx';
import { type Change, SettingDialog } from './setting-dialog.tsx';
import { percentOf } from './share.ts';

type Setting = ReceivedReply<typeof cashierSetting>;

const AMOUNTS = ['fee', 'depositLeast', 'withdrawLeast', 'twoFrom', 'staffDayMost'] as const;
const SMALL = ['smallDeposit', 'smallWithdrawal'] as const;

export function Screen() {
  const may = useMay();
  const setting = useRead(cashierSetting);
  const [change, setChange] = useState<Change>();
  const { data } = setting;
  const onChange = may('SITE_SETTING') ? setChange : undefined;
  return (
    <Page title={words.title}>
      <Notice>{words.sentence}</Notice>
      {data !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className="setting-panels" tabIndex={0} aria-label={words.title}>
          <Limits data={data} onChange={onChange} />
          <div className="columns">
            <div className="setting-column">
              <Accounts data={data} onChange={onChange} />
              <Others data={data} onChange={onChange} />
            </div>
            <div className="setting-column">
              <SmallRules data={data} onChange={onChange} />
              <RefusalTexts />
            </div>
          </div>
        </section>
      )}
      <SettingDialog
        key={JSON.stringify(change)}
        change={change}
        onClose={() => setChange(undefined)}
        onDone={() => {
          setChange(undefined);
          void setting.reload();
        }}
      />
    </Page>
  );
}

interface PartProps {
  readonly data: Setting;
  /** Undefined for who may only read. */
  readonly onChange: ((change: Change) => void) | undefined;
}

function Limits({ data, onChange }: PartProps) {
  return (
    <Panel title={words.limits} isFlush>
      <DataTable
        label={words.limits}
        rows={Object.keys(data.fee)}
        keyOf={(currency) => currency}
        columns={[
          { head: words.currency, cell: (currency) => <b>{currency}</b> },
          ...AMOUNTS.map((name) => ({
            head: words.columns[name],
            align: 'right' as const,
            isExtra: name !== 'twoFrom',
            cell: (currency: string) => (
              <span className="figure">{moneyOf(data[name][currency] ?? '0')}</span>
            ),
          })),
          {
            head: words.change,
            cell: (currency) =>
              onChange !== undefined && (
                <Button
                  size="small"
                  takesTwo
                  label={words.changeOf(words.terms(currency))}
                  onPress={() =>
                    onChange({
                      kind: 'LIMITS',
                      currency,
                      values: Object.fromEntries(AMOUNTS.map((name) => [name, data[name][currency] ?? '0'])),
                    })
                  }
                >
                  {words.change}
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  );
}

function Accounts({ data, onChange }: PartProps) {
  return (
    <Panel title={words.accounts}>
      {(['bank', 'seller'] as const).map((name) => {
        const account = data[name];
        return (
          <div key={name} className="setting-part">
            <Facts
              facts={[
                { label: words[name], value: account === null ? words.none : account.bankName },
                { label: words.accountNumber, value: account?.accountNumber ?? '–' },
                { label: words.holder, value: account?.holder ?? '–' },
              ]}
            />
            {onChange !== undefined && (
              <Button
                size="small"
                takesTwo
                label={words.changeOf(words[name])}
                onPress={() =>
                  onChange({
                    kind: 'ACCOUNT',
                    name,
                    values: account ?? { bankName: '', accountNumber: '', holder: '' },
                  })
                }
              >
                {words.change}
              </Button>
            )}
          </div>
        );
      })}
    </Panel>
  );
}

/** What the server takes as it is written, and what is on or off. */
const isOn = (value: boolean): string => (value ? words.facts.on : words.facts.off);

function Others({ data, onChange }: PartProps) {
  const { waitHours, spread, toMembers, p2p } = data;
  return (
    <Panel title={words.others}>
      <div className="setting-part">
        <Facts
          facts={[
            { label: words.facts.waitHours, value: words.facts.hours(waitHours) },
            { label: words.facts.spread, value: words.facts.percent(percentOf(spread)) },
            { label: words.facts.toMembers, value: isOn(toMembers) },
            { label: words.facts.p2p, value: isOn(p2p) },
          ]}
        />
        {onChange !== undefined && (
          <Button
            size="small"
            takesTwo
            label={words.changeOf(words.others)}
            onPress={() =>
              onChange({
                kind: 'OTHERS',
                values: {
                  ...{ waitHours: String(waitHours), spread: percentOf(spread) },
                  ...{ toMembers: String(toMembers), p2p: String(p2p) },
                },
              })
            }
          >
            {words.change}
          </Button>
        )}
      </div>
    </Panel>
  );
}

const NO_RULE = { most: '', dayMost: '', siteDayMost: '', accountDays: '30' };

function SmallRules({ data, onChange }: PartProps) {
  const currencies = Object.keys(data.fee);
  return (
    <Panel title={words.small}>
      <p>{words.smallSentence}</p>
      {SMALL.map((name) => (
        <div key={name} className="setting-part">
          {currencies
            .filter((currency) => currency === 'KRW' || data[name][currency] !== undefined)
            .map((currency) => {
              const rule = data[name][currency];
              const title = words.smallTitle(words.types[name], currency);
              return (
                <div key={currency} className="setting-part">
                  <Facts
                    facts={
                      rule === undefined
                        ? [{ label: title, value: words.off }]
                        : [
                            { label: title, value: words.since(minuteOf(rule.sinceMillis)) },
                            { label: words.most, value: amountOf(rule.most, currency) },
                            { label: words.dayMost, value: amountOf(rule.dayMost, currency) },
                            { label: words.siteDayMost, value: amountOf(rule.siteDayMost, currency) },
                            { label: words.accountDays, value: words.days(rule.accountDays) },
                          ]
                    }
                  />
                  {onChange !== undefined && (
                    <Button
                      size="small"
                      takesTwo
                      label={words.changeOf(title)}
                      onPress={() =>
                        onChange({
                          kind: 'SMALL',
                          name,
                          currency,
                          isOn: rule !== undefined,
                          values:
                            rule === undefined
                              ? NO_RULE
                              : {
                                  most: rule.most,
                                  dayMost: rule.dayMost,
                                  siteDayMost: rule.siteDayMost,
                                  accountDays: String(rule.accountDays),
                                },
                        })
                      }
                    >
                      {words.change}
                    </Button>
                  )}
                </div>
              );
            })}
        </div>
      ))}
    </Panel>
  );
}
