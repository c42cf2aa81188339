// What is pushed is asked for only while the live connection is cut: calls may still reach the server.
import { useEffect } from 'react';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

const ASK_AGAIN_MS = 5_000;

export function useAskWhileCut(isWanted: boolean, ask: () => void): void {
  const { connection, timers } = usePlatform();
  const isCut = useWatched(connection).kind !== 'connected';
  useEffect(() => {
    if (!isWanted || !isCut) return undefined;
    let stop = () => {};
    const wait = () => {
      stop = timers.after(ASK_AGAIN_MS, () => {
        ask();
        wait();
      });
    };
    wait();
    return () => stop();
  }, [isWanted, isCut, ask, timers]);
}
