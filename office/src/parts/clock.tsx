import { useEffect, useState } from 'react';
import { useOffice } from '../shell/office-context.tsx';
import { secondOf } from './moments.ts';

/** Korean time, to the second. */
export function Clock() {
  const { timers } = useOffice();
  const [now, setNow] = useState(timers.now);
  useEffect(() => {
    let stop = () => {};
    const tick = () => {
      setNow(timers.now());
      stop = timers.after(1_000 - (timers.now() % 1_000), tick);
    };
    tick();
    return () => stop();
  }, [timers]);
  return <time className="page-head__clock figure">{secondOf(now)}</time>;
}
