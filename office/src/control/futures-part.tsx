// An instrument of coin futures: its mode and its conditions.
import type { ReceivedReply } from '@maru/client/call';
import { changeFuturesSetting, futuresSetting, futuresSettingEffect } from '@maru/contract/futures/office';
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
import type { Traded } from './market-row.ts';
import { ModeChoice } from './mode-choice.tsx';
import type { PartProps } from './oversea-part.tsx';

const text = words.market;
const labels = words.setting.futures;

export function FuturesPart({ row, traded, isFixed, onChanged }: PartProps) {
  const { toast } = useOffice();
  const [asked, setAsked] = useState<Traded['mode'] | 'SETTING'>();
  const setting = useRead(futuresSetting, { futuresOptionId: String(traded.option) });
  const { data } = setting;
  const close = () => setAsked(undefined);

  function done(isWaiting: boolean): void {
    close();
    toast('good', isWaiting ? text.waits : text.changed);
    void setting.reload();
    onChanged();
  }
  return (
    <DrawerSection title={text.products['futures'] ?? ''}>
      <ModeChoice
        label={`${row.koName} ${text.products['futures']} ${text.state}`}
        mode={traded.mode}
        isFixed={isFixed}
        onChoose={setAsked}
      />
      {data !== undefined && (
        <Facts
          facts={[
            { label: labels.leverageMost, value: `${data.leverageMost}x` },
            { label: labels.notionalLeast, value: money(data.notionalLeast) },
            { label: labels.feeRate, value: percent(data.feeRate) },
            { label: labels.liquidationFeeRate, value: percent(data.liquidationFeeRate) },
            { label: labels.warnRatio, value: percent(data.warnRatio) },
            { label: labels.tierTable, value: data.tierTable },
          ]}
        />
      )}
      {!isFixed && (
        <Button size="small" onPress={() => setAsked('SETTING')}>
          {text.change}
        </Button>
      )}
      {asked !== undefined && data !== undefined && (
        <FuturesDialog
          row={row}
          traded={traded}
          current={data}
          mode={asked === 'SETTING' ? undefined : asked}
          onClose={close}
          onDone={done}
        />
      )}
    </DrawerSection>
  );
}

interface DialogProps extends Pick<PartProps, 'row' | 'traded'> {
  readonly current: ReceivedReply<typeof futuresSetting>;
  /** Undefined: the other settings are changed. */
  readonly mode: Traded['mode'] | undefined;
  readonly onClose: () => void;
  readonly onDone: (isWaiting: boolean) => void;
}

function FuturesDialog({ row, traded, current, mode, onClose, onDone }: DialogProps) {
  const futuresOptionId = traded.option;
  const { fields, changes, isChanged } = useChangedFields(labels, current);
  const wanted = mode === undefined ? changes : { mode };
  const isReady = mode !== undefined || isChanged;
  const query = { futuresOptionId: String(futuresOptionId), ...wanted };
  const effect = useRead(futuresSettingEffect, isReady ? query : null);
  const change = useAct(changeFuturesSetting);
  return (
    <ChangeDialog
      title={mode === undefined ? words.setting.title(row.koName) : `${row.koName} ${text.states[mode]}`}
      confirm={mode === undefined ? words.setting.send : text.states[mode]}
      effect={effect.data}
      fault={isReady ? effect.fault?.message : undefined}
      isReady={isReady}
      busy={change.isBusy}
      onClose={onClose}
      onSend={async (reason) => {
        const outcome = await change.act({ futuresOptionId, ...wanted, reason });
        if (outcome.ok) onDone(outcome.reply.waiting !== null);
      }}
    >
      {mode === undefined && fields}
    </ChangeDialog>
  );
}
