// Take-profit and stop-loss of the order to be placed: in ticks, and in money.

import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useState } from 'react';
import { useDevice } from '../../shell/device/device.tsx';
import { TPSL_MOST } from '../../shell/device/preferences.ts';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import { ticksNet } from '../position/contract-money.ts';
import { CountSetting } from './count-setting.tsx';
import './exit-ticks-sheet.css';
import type { Leg, OrderTicket } from './order-ticket.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly instrument: WireOverseaOption;
  readonly ticket: OrderTicket;
}

const LEGS = ['tp', 'sl'] as const;

export function ExitTicksSheet({ open, onClose, instrument, ticket }: Props) {
  const words = useWords(overseaTradeWords);
  const { preferences } = useDevice();
  const { signed } = useWalletMoney(instrument);
  const [draft, setDraft] = useState<{ readonly tp?: Leg; readonly sl?: Leg }>({});
  const [isDefault, setDefault] = useState(false);
  const legs = { tp: draft.tp ?? ticket.tp, sl: draft.sl ?? ticket.sl };

  function leave() {
    setDraft({});
    setDefault(false);
    onClose();
  }

  return (
    <BottomSheet
      open={open}
      onClose={leave}
      title={words.ticksTitle}
      closeLabel={words.close}
      action={
        <Button
          onPress={() => {
            ticket.change(legs);
            if (isDefault) preferences.change({ tpsl: { tp: legs.tp.ticks, sl: legs.sl.ticks } });
            leave();
          }}
        >
          {words.apply}
        </Button>
      }
    >
      <p className="exit-ticks__lead text-lead">{words.ticksLead}</p>
      {LEGS.map((leg) => {
        const name = leg === 'tp' ? words.leg.TP : words.leg.SL;
        const { ticks } = legs[leg];
        return (
          <CountSetting
            key={leg}
            name={name}
            lead={
              <span className="text-caption figure">
                {signed(ticksNet(instrument, leg === 'tp' ? ticks : -ticks, ticket.qty))}
              </span>
            }
            words={{ less: words.fewerTicks(name), more: words.moreTicks(name) }}
            value={ticks}
            most={TPSL_MOST}
            unit={words.tickUnit}
            onChange={(count) => setDraft((before) => ({ ...before, [leg]: { isOn: true, ticks: count } }))}
          />
        );
      })}
      <Checkbox size="small" checked={isDefault} onChange={setDefault}>
        {words.ticksKept}
      </Checkbox>
    </BottomSheet>
  );
}
