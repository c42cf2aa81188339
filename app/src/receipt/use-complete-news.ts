// Shows a result once all of it is known: the bet's result arrives a moment before the round's, which has the price.
import { useCallback, useEffect, useRef } from 'react';
import { usePlatform } from '../shell/platform.tsx';

interface Presentation<News> {
  readonly isWhole: (news: News) => boolean;
  readonly present: (news: News) => void;
}

/** After this time it is shown incomplete. */
const PATIENCE_MS = 2_000;

/** Checked again with every render: the missing part arrives as state. */
export function useCompleteNews<News>(presentation: Presentation<News>): (news: News) => void {
  const { timers } = usePlatform();
  const latest = useRef(presentation);
  latest.current = presentation;
  const held = useRef(new Map<News, () => void>());

  const presentHeld = useCallback((news: News) => {
    held.current.get(news)?.();
    if (held.current.delete(news)) latest.current.present(news);
  }, []);

  useEffect(() => {
    for (const news of [...held.current.keys()]) if (latest.current.isWhole(news)) presentHeld(news);
  });
  useEffect(() => {
    const waiting = held.current;
    return () => {
      for (const stop of waiting.values()) stop();
      waiting.clear();
    };
  }, []);

  return useCallback(
    (news) => {
      held.current.set(
        news,
        timers.after(PATIENCE_MS, () => presentHeld(news)),
      );
      if (latest.current.isWhole(news)) presentHeld(news);
    },
    [timers, presentHeld],
  );
}
