import { useEffect, useState } from 'react';
import { useDevice } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { notificationWords } from '../../text/notification.ts';
import { SettingRow } from '../../ui/rows/setting-row.tsx';
import { browserPushEdges, type PushState, pushState, switchOff, switchOn } from './push-subscription.ts';

/** Whether this browser gets web pushes. */
export function DeviceSwitch({ onChanged }: { readonly onChanged: () => void }) {
  const words = useWords(notificationWords);
  const { call, member } = usePlatform();
  const { storage } = useDevice();
  const id = useWatched(member)?.id;
  const { show } = useAlerts();
  const [edges] = useState(() => browserPushEdges(storage));
  const [state, setState] = useState<PushState>();
  useEffect(() => {
    let isLeft = false;
    if (id === undefined) return;
    void pushState(edges, id).then((found) => {
      if (!isLeft) setState(found);
    });
    return () => {
      isLeft = true;
    };
  }, [edges, id]);

  async function change(to: boolean): Promise<void> {
    if (id === undefined) return;
    const before = state;
    setState(to ? 'on' : 'off');
    const outcome = to ? await switchOn(edges, call, id) : await switchOff(edges, call);
    if (to && outcome !== 'on') {
      setState(before);
      if (outcome === 'denied') show(words.deviceDenied);
      else show(typeof outcome === 'object' ? outcome.message : words.deviceFailed);
    }
    onChanged();
  }

  if (state === undefined) return null;
  if (state === 'unable') return <p className="notification-setting__note text-note">{words.deviceUnable}</p>;
  return (
    <SettingRow
      label={words.device}
      lead={words.deviceLead}
      checked={state === 'on'}
      onChange={(to) => void change(to)}
    />
  );
}
