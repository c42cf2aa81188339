// What staff tell everybody on any screen, fetched after the first one is there.
import { derived } from '@maru/client/store';
import { useState } from 'react';
import { usePlatform } from '../shell/platform.tsx';
import { useSiteLook } from '../shell/start/site-look.ts';
import { ForcedNotice } from './forced/forced-notice.tsx';
import { PopupNotice } from './popup/popup-notice.tsx';

export function ContentNotices() {
  useSiteLook();
  const { inFlight } = usePlatform();
  const [isMoneyMoving] = useState(() => derived([inFlight], () => inFlight.get() > 0));
  return (
    <>
      <PopupNotice />
      <ForcedNotice busy={isMoneyMoving} />
    </>
  );
}
