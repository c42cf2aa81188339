// The settings of the site that is acted on, and the list of sites with the way to a new one.
import type { ReceivedReply } from '@maru/client/call';
import { changeSite, officeSite, officeSites } from '@maru/contract/site/office';
import { ALONE, faultOfSite, type SettingName, type SiteSettings } from '@maru/contract/site/settings';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Facts, Notice, Tag } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words as shell } from '../text/shell.ts';
import { words } from '../text/site.ts';
import { CashierTerms } from './cashier-terms.tsx';
import { SiteForm } from './site-form.tsx';
import './site.css';

type Shown = ReceivedReply<typeof officeSite>;

export function Screen() {
  const office = useOffice();
  const may = useMay();
  const sites = useRead(officeSites);
  const site = useRead(officeSite);
  const rows = sites.data?.content ?? [];
  return (
    <Page
      title={words.title}
      badge={site.data && `${site.data.name} · ${site.data.code}`}
      tools={
        sites.data?.mayOpen === true &&
        may('SITE_SETTING') && (
          <Button size="small" kind="primary" icon="plus" onPress={() => office.place.go('/sites/new')}>
            {words.newTitle}
          </Button>
        )
      }
    >
      <div className="site-page">
        <div className="site-form">
          {rows.length > 1 && (
            <Panel title={words.sites} isFlush>
              <DataTable
                label={words.sites}
                isSmall
                rows={rows}
                keyOf={({ id }) => id}
                selected={site.data?.id}
                onSelect={({ id }) => {
                  office.chooseSite(id);
                  void site.reload();
                }}
                columns={[
                  { head: words.name, cell: ({ name }) => <b>{name}</b> },
                  { head: words.code, cell: ({ code }) => code },
                  { head: words.hosts, cell: ({ hosts }) => hosts.join(', ') || '—', isExtra: true },
                  {
                    head: words.moneyMode,
                    cell: ({ moneyMode }) => <Tag>{words.moneyModes[moneyMode]}</Tag>,
                  },
                ]}
              />
            </Panel>
          )}
          {site.fault !== undefined && <Notice tone="danger">{site.fault.message}</Notice>}
          {site.data !== undefined && (
            <Settings
              key={JSON.stringify(site.data)}
              shown={site.data}
              canEdit={may('SITE_SETTING')}
              reload={site.reload}
            />
          )}
          {may('MONEY_READ') && <CashierTerms canEdit={may('SITE_SETTING')} />}
        </div>
      </div>
    </Page>
  );
}

function settingsOf({
  id: _,
  code: _code,
  moneyMode: _mode,
  hasMembers: _members,
  ...rest
}: Shown): SiteSettings {
  return rest;
}

/** Hosts are typed line by line. */
export const tidied = (settings: SiteSettings): SiteSettings => ({
  ...settings,
  name: settings.name.trim(),
  hosts: settings.hosts.map((host) => host.trim().toLowerCase()).filter((host) => host !== ''),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Settings({
  shown,
  canEdit,
  reload,
}: {
  readonly shown: Shown;
  readonly canEdit: boolean;
  readonly reload: () => Promise<void>;
}) {
  const office = useOffice();
  const before = settingsOf(shown);
  const [settings, setSettings] = useState(before);
  const [refused, setRefused] = useState<{ name: string; message: string }>();
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct(changeSite);
  const after = tidied(settings);
  const changed = (Object.keys(after) as SettingName[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  const takesTwo = changed.some((name) => !ALONE.includes(name));
  const fault = faultOfSite(after);
  const wrong =
    refused ?? (fault === undefined ? undefined : { name: fault, message: `${words.fields[fault]} ?` });

  async function send(reason: string): Promise<void> {
    const body = Object.fromEntries(changed.map((name) => [name, after[name]]));
    const outcome = await act({ ...body, reason });
    setAsked(false);
    if (!outcome.ok) return setRefused({ name: outcome.field ?? '', message: outcome.message });
    setRefused(undefined);
    office.toast('good', outcome.reply.waiting === null ? shell.done : words.waits);
    if (outcome.reply.waiting === null) await reload();
  }
  return (
    <>
      <SiteForm
        settings={settings}
        wrong={wrong}
        isFixed={shown.hasMembers}
        disabled={!canEdit}
        onChange={(change) => {
          setRefused(undefined);
          setSettings({ ...settings, ...change });
        }}
      />
      {canEdit && (
        <div className="site-actions">
          <span>{takesTwo ? words.takesTwo : words.alone}</span>
          <span className="site-actions__space" />
          <Button
            kind="primary"
            takesTwo={takesTwo}
            disabled={changed.length === 0 || fault !== undefined}
            onPress={() => setAsked(true)}
          >
            {takesTwo ? words.ask : words.save}
          </Button>
        </div>
      )}
      <ReasonDialog
        open={isAsked}
        title={takesTwo ? words.ask : words.save}
        confirm={takesTwo ? words.ask : words.save}
        takesTwo={takesTwo}
        busy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={(reason) => void send(reason)}
      >
        <Facts
          facts={changed.map((name) => ({
            label: words.fields[name],
            value: `${textOf(before[name])} → ${textOf(after[name])}`,
          }))}
        />
      </ReasonDialog>
    </>
  );
}
