import { SECOND_MS } from '@maru/engine/time';
import { useEffect, useState } from 'react';
import { usePlatform } from '../platform.tsx';

const secondOf = (at: number): number => Math.floor(at / SECOND_MS) * SECOND_MS;

/** The server's time in whole seconds. Rounds begin and end on one, so a countdown and its round change together. */
export function useServerSecond(): number {
  const { timers, clock } = usePlatform();
  const [second, setSecond] = useState(() => secondOf(clock.now()));
  useEffect(() => {
    let stop = () => {};
    const follow = () => {
      const now = clock.now();
      setSecond(secondOf(now));
      stop = timers.after(SECOND_MS - (now % SECOND_MS), follow);
    };
    follow();
    return () => stop();
  }, [timers, clock]);
  return second;
}
