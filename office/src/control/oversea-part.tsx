// An instrument of overseas futures: its mode, its conditions, and closing all that is open in it.
import type { ReceivedReply } from '@maru/client/call';
import {
  changeOverseaSetting,
  closeEffect,
  closeOverseaOption,
  overseaSetting,
  overseaSettingEffect,
  reopenOverseaOption,
} from '@maru/contract/oversea/office';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Facts } from '../parts/facts.tsx';
import { DrawerSection } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/control.ts';
import { ChangeDialog, useChangedFields } from './change-dialog.tsx';
import { money, percent } from './figures.ts';
import type { MarketRow, Traded } from './market-row.ts';
import { ModeChoice } from './mode-choice.tsx';

const text = words.market;
const labels = words.setting.oversea;

export interface PartProps {
  readonly row: MarketRow;
  readonly traded: Traded;
  readonly isFixed: boolean;
  readonly onChanged: () => void;
}

type Asked =
  | { readonly kind: 'MODE'; readonly mode: Traded['mode'] }
  | { readonly kind: 'SETTING' | 'CLOSE' };

export function OverseaPart({ row, traded, isFixed, onChanged }: PartProps) {
  const { toast } = useOffice();
  const [asked, setAsked] = useState<Asked>();
  const setting = useRead(overseaSetting, { overseaOptionId: String(traded.option) });
  const reopen = useAct(reopenOverseaOption);
  const { data } = setting;

  function done(isWaiting: boolean): void {
    setAsked(undefined);
    toast('good', isWaiting ? text.waits : text.changed);
    void setting.reload();
    onChanged();
  }
  return (
    <DrawerSection title={text.products['oversea'] ?? ''}>
      <ModeChoice
        label={`${row.koName} ${text.state}`}
        mode={traded.mode}
        isFixed={isFixed || data?.closedReason !== null}
        onChoose={(mode) => setAsked({ kind: 'MODE', mode })}
      />
      {data !== undefined && (
        <Facts
          facts={[
            { label: labels.entryMargin, value: money(data.entryMargin) },
            { label: labels.overnightMargin, value: money(data.overnightMargin) },
            { label: labels.lossCutRate, value: percent(data.lossCutRate) },
            { label: labels.contractsMost, value: data.contractsMost },
            { label: labels.commission, value: money(data.commission) },
            ...(data.closedReason === null
              ? []
              : [{ label: text.closedReason, value: data.closedReason, tone: 'danger' as const }]),
          ]}
        />
      )}
      {!isFixed && (
        <div className="columns">
          <Button size="small" onPress={() => setAsked({ kind: 'SETTING' })}>
            {text.change}
          </Button>
          {data?.closedReason === null ? (
            <Button size="small" kind="danger" takesTwo onPress={() => setAsked({ kind: 'CLOSE' })}>
              {text.close}
            </Button>
          ) : (
            <Button
              size="small"
              busy={reopen.isBusy}
              onPress={async () => {
                const outcome = await reopen.act({ overseaOptionId: traded.option });
                if (outcome.ok) done(false);
              }}
            >
              {text.reopen}
            </Button>
          )}
        </div>
      )}
      {asked?.kind === 'MODE' && (
        <ModeDialog
          row={row}
          traded={traded}
          mode={asked.mode}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
      {asked?.kind === 'SETTING' && data !== undefined && (
        <SettingDialog
          row={row}
          traded={traded}
          current={data}
          onClose={() => setAsked(undefined)}
          onDone={done}
        />
      )}
      {asked?.kind === 'CLOSE' && (
        <CloseDialog row={row} traded={traded} onClose={() => setAsked(undefined)} onDone={done} />
      )}
    </DrawerSection>
  );
}

interface DialogProps extends Pick<PartProps, 'row' | 'traded'> {
  readonly onClose: () => void;
  readonly onDone: (isWaiting: boolean) => void;
}

function ModeDialog({ row, traded, mode, onClose, onDone }: DialogProps & { readonly mode: Traded['mode'] }) {
  const overseaOptionId = traded.option;
  const effect = useRead(overseaSettingEffect, { overseaOptionId: String(overseaOptionId), mode });
  const change = useAct(changeOverseaSetting);
  return (
    <ChangeDialog
      title={`${row.koName} ${text.states[mode]}`}
      confirm={text.states[mode]}
      effect={effect.data}
      fault={effect.fault?.message}
      isReady
      busy={change.isBusy}
      onClose={onClose}
      onSend={async (reason) => {
        const outcome = await change.act({ overseaOptionId, mode, reason });
        if (outcome.ok) onDone(outcome.reply.waiting !== null);
      }}
    />
  );
}

function SettingDialog({
  row,
  traded,
  current,
  onClose,
  onDone,
}: DialogProps & { readonly current: ReceivedReply<typeof overseaSetting> }) {
  const overseaOptionId = traded.option;
  const { fields, changes, isChanged } = useChangedFields(labels, current);
  const query = { overseaOptionId: String(overseaOptionId), ...changes };
  const effect = useRead(overseaSettingEffect, isChanged ? query : null);
  const change = useAct(changeOverseaSetting);
  return (
    <ChangeDialog
      title={words.setting.title(row.koName)}
      confirm={words.setting.send}
      effect={effect.data}
      fault={isChanged ? effect.fault?.message : undefined}
      isReady={isChanged}
      busy={change.isBusy}
      onClose={onClose}
      onSend={async (reason) => {
        const outcome = await change.act({ overseaOptionId, ...changes, reason });
        if (outcome.ok) onDone(outcome.reply.waiting !== null);
      }}
    >
      {fields}
    </ChangeDialog>
  );
}

function CloseDialog({ row, traded, onClose, onDone }: DialogProps) {
  const overseaOptionId = traded.option;
  const effect = useRead(closeEffect, { overseaOptionId: String(overseaOptionId) });
  const close = useAct(closeOverseaOption);
  return (
    <ChangeDialog
      title={`${row.koName} ${text.close}`}
      confirm={text.close}
      effect={effect.data}
      fault={effect.fault?.message}
      isReady
      busy={close.isBusy}
      hint={text.haltHint}
      onClose={onClose}
      onSend={async (reason) => {
        const outcome = await close.act({ overseaOptionId, reason });
        if (outcome.ok) onDone(true);
      }}
    />
  );
}
