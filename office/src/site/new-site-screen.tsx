// A new site from a form. It opens, without a restart, when a second member of staff has approved it.
import { openSite } from '@maru/contract/site/office';
import { FIRST_THEME, faultOfSite, type SiteSettings } from '@maru/contract/site/settings';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Notice } from '../parts/facts.tsx';
import { Field, Select } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/site.ts';
import './site.css';
import { arePeople, FIRST_PEOPLE, FirstPeopleForm } from './first-people.tsx';
import { SiteForm } from './site-form.tsx';
import { tidied } from './site-screen.tsx';

/** Everything is offered, with practice money: what is not wanted is taken away. */
const FIRST: SiteSettings = {
  name: '',
  hosts: [],
  stockPrefix: '',
  overseaPrefix: '',
  usedCoins: ['BINARY', 'FUTURES', 'USDT', 'BTC'],
  depositCoins: ['BINARY', 'USDT', 'BTC'],
  buyCoins: ['USDT', 'BTC'],
  binaryCurrency: 'KRW',
  type: '101111',
  practiceCredit: { BINARY: '10000000', FUTURES: '10000' },
  refillMost: { KRW: '100000000', USDT: '100000' },
  language: 'ko',
  theme: FIRST_THEME,
  banks: null,
};

const CODE = /^[a-z0-9][a-z0-9-]{1,31}$/;

export function Screen() {
  const office = useOffice();
  const [code, setCode] = useState('');
  const [moneyMode, setMoneyMode] = useState<'PRACTICE' | 'LIVE'>('PRACTICE');
  const [settings, setSettings] = useState(FIRST);
  const [people, setPeople] = useState(FIRST_PEOPLE);
  const [refused, setRefused] = useState<{ name: string; message: string }>();
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct(openSite);
  const after = tidied(settings);
  const fault = faultOfSite(after);
  const isReady = CODE.test(code) && fault === undefined && arePeople(people);

  async function send(reason: string): Promise<void> {
    const { hosts, usedCoins, depositCoins, buyCoins, practiceCredit, refillMost, banks, ...plain } = after;
    const lists = {
      hosts: [...hosts],
      usedCoins: [...usedCoins],
      depositCoins: [...depositCoins],
      buyCoins: [...buyCoins],
    };
    const outcome = await act({
      ...{ code, moneyMode, ...plain, ...lists, ...people },
      binaryCurrency: plain.binaryCurrency === 'USDT' ? 'USDT' : 'KRW',
      practiceCredit: { ...practiceCredit },
      refillMost: { ...refillMost },
      banks: banks === null ? null : [...banks],
      reason,
    });
    setAsked(false);
    if (!outcome.ok) return setRefused({ name: outcome.field ?? '', message: outcome.message });
    office.toast('good', words.waits);
    office.place.go('/sites');
  }
  return (
    <Page title={words.newTitle}>
      <div className="site-page">
        <Notice>{words.takesTwo}</Notice>
        <SiteForm
          settings={settings}
          wrong={
            refused ??
            (fault === undefined || fault === 'name'
              ? undefined
              : { name: fault, message: `${words.fields[fault]} ?` })
          }
          isFixed={false}
          disabled={false}
          onChange={(change) => {
            setRefused(undefined);
            setSettings({ ...settings, ...change });
          }}
        >
          <Field
            label={words.code}
            hint={words.codeHint}
            value={code}
            maxLength={32}
            error={refused?.name === 'code' ? refused.message : undefined}
            onChange={(typed) => {
              setRefused(undefined);
              setCode(typed.toLowerCase());
            }}
          />
          <Select
            label={words.moneyMode}
            value={moneyMode}
            choices={(['PRACTICE', 'LIVE'] as const).map((value) => ({
              value,
              label: words.moneyModes[value],
            }))}
            onChange={setMoneyMode}
          />
        </SiteForm>
        <FirstPeopleForm people={people} onChange={setPeople} />
        <div className="site-actions">
          <span className="site-actions__space" />
          <Button kind="primary" takesTwo disabled={!isReady} onPress={() => setAsked(true)}>
            {words.open}
          </Button>
        </div>
      </div>
      <ReasonDialog
        open={isAsked}
        title={words.open}
        confirm={words.open}
        takesTwo
        busy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={(reason) => void send(reason)}
      />
    </Page>
  );
}
