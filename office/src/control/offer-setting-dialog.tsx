// The terms of one type of rounds. What they would have done to the newest bets is computed by the server.

import type { ReceivedReply } from '@maru/client/call';
import { changeOptionSetting, optionSetting, optionSettingEffect } from '@maru/contract/binary/office';
import { BetEffectView } from '../binary/bet-effect.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { offerText } from '../text/binary.ts';
import { words } from '../text/control.ts';
import { useChangedFields } from './change-dialog.tsx';
import type { MarketRow, Traded } from './market-row.ts';

interface Props {
  readonly row: MarketRow;
  readonly offer: Traded;
  readonly onClose: () => void;
}

export function OfferSettingDialog({ row, offer, onClose }: Props) {
  const setting = useRead(optionSetting, { tradeOptionId: String(offer.option) });
  if (setting.data === undefined) return null;
  return <Form row={row} offer={offer} current={setting.data} onClose={onClose} />;
}

function Form({
  row,
  offer,
  current,
  onClose,
}: Props & { readonly current: ReceivedReply<typeof optionSetting> }) {
  const { toast } = useOffice();
  const tradeOptionId = offer.option;
  const { fields, changes, isChanged } = useChangedFields(words.setting.binary, current);
  const query = { tradeOptionId: String(tradeOptionId), ...changes };
  const effect = useRead(optionSettingEffect, isChanged ? query : null);
  const change = useAct(changeOptionSetting);
  return (
    <ReasonDialog
      open
      title={words.setting.title(`${row.koName} ${offerText(offer.type ?? '')}`)}
      confirm={words.setting.send}
      canConfirm={isChanged && effect.fault === undefined}
      busy={change.isBusy}
      onClose={onClose}
      onConfirm={async (reason) => {
        const outcome = await change.act({ tradeOptionId, ...changes, reason });
        if (!outcome.ok) return;
        toast('good', words.market.changed);
        onClose();
      }}
    >
      {fields}
      {isChanged && effect.fault !== undefined && <p role="alert">{effect.fault.message}</p>}
      {isChanged && effect.fault === undefined && <BetEffectView effect={effect.data} />}
    </ReasonDialog>
  );
}
