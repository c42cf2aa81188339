// The order guard of the account, and what a tap on the price ladder of this device does (design 32b).
import { setOrderGuard, type WireOrderGuard } from '@maru/contract/oversea/guard';
import { GUARD_MOST } from '@maru/engine/oversea/order-guard';
import { useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useDevice, usePreferences } from '../../shell/device/device.tsx';
import type { LadderTap } from '../../shell/device/preferences.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { Note } from '../../ui/states/note.tsx';
import { CountSetting } from './count-setting.tsx';
import './guard-sheet.css';
import { useOverseaAccount } from '../account/use-oversea-account.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** What the sheet suggests while the account has no limits: nothing is enforced before they are applied. */
const SUGGESTED: WireOrderGuard = { once: 5, ticks: 20, total: 10, outside: 'REFUSE' };

export function GuardSheet({ open, onClose }: Props) {
  const { guard: words, contractUnit, tickUnit, apply, close } = useWords(overseaTradeWords);
  const { preferences } = useDevice();
  const { ladderTap } = usePreferences();
  const { guard, reload } = useOverseaAccount();
  const { show } = useAlerts();
  const { busy, send } = useCall(setOrderGuard);
  const [draft, setDraft] = useState<Partial<WireOrderGuard>>({});
  const [tap = ladderTap, setTap] = useState<LadderTap>();
  const shown = { ...(guard ?? SUGGESTED), ...draft };
  const change = (part: Partial<WireOrderGuard>) => setDraft((before) => ({ ...before, ...part }));

  function leave() {
    setDraft({});
    setTap(undefined);
    onClose();
  }

  async function save(next: WireOrderGuard | null) {
    const outcome = await send({ body: { guard: next } });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    // Without limits a single slip would be an order: without a guard it takes two taps.
    preferences.change({ ladderTap: next === null && tap === 'instant' ? 'twice' : tap });
    reload();
    leave();
  }

  const limits = [
    { key: 'once', name: words.once, lead: words.onceLead, unit: contractUnit, prefix: undefined },
    { key: 'ticks', name: words.reach, lead: words.reachLead, unit: tickUnit, prefix: '±' },
    { key: 'total', name: words.total, lead: words.totalLead, unit: contractUnit, prefix: undefined },
  ] as const;
  return (
    <BottomSheet
      open={open}
      onClose={leave}
      title={words.name}
      closeLabel={close}
      action={
        <div className="guard-sheet__actions">
          {guard && (
            <Button kind="tonal" disabled={busy} onPress={() => void save(null)}>
              {words.switchOff}
            </Button>
          )}
          <Button busy={busy} onPress={() => void save(shown)}>
            {apply}
          </Button>
        </div>
      }
    >
      <p className="guard-sheet__lead text-lead">{words.lead}</p>
      {limits.map(({ key, name, lead, unit, prefix }) => (
        <CountSetting
          key={key}
          name={name}
          lead={<span className="text-micro">{lead}</span>}
          words={{ less: words.less(name), more: words.more(name) }}
          value={shown[key]}
          most={GUARD_MOST}
          unit={unit}
          {...(prefix === undefined ? {} : { prefix })}
          onChange={(value) => change({ [key]: value })}
        />
      ))}
      <b className="guard-sheet__title">{words.outside}</b>
      <Segmented
        label={words.outside}
        options={[
          { value: 'REFUSE', label: words.refuse },
          { value: 'ASK', label: words.ask },
        ]}
        value={shown.outside}
        onChange={(outside) => change({ outside })}
      />
      <b className="guard-sheet__title">{words.tap}</b>
      <Segmented
        label={words.tap}
        options={[
          { value: 'fill', label: words.fill },
          { value: 'twice', label: words.twice },
          { value: 'instant', label: words.instant },
        ]}
        value={tap}
        onChange={setTap}
      />
      {tap === 'instant' && (
        <div className="guard-sheet__note">
          <Note tone="warn">{words.instantNote}</Note>
        </div>
      )}
    </BottomSheet>
  );
}
