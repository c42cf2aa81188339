// A notice that every user must see, on any screen (spec 2, 4). It is delayed while an order is under way, because
// nothing may come between a tap and its answer.

import { createStore, type Watched } from '@maru/client/store';
import { type ForcedNotice as Forced, noticeById } from '@maru/contract/content/notice';
import { lazy, Suspense, useEffect, useState } from 'react';
import { usePlatform, useWatched } from '../platform.tsx';
import type { Notice } from './shown-notice.tsx';

const ShownNotice = lazy(async () => ({ default: (await import('./shown-notice.tsx')).ShownNotice }));

const neverBusy: Watched<boolean> = createStore(false);

/** True while an order is under way; the notice is delayed until then. */
export function ForcedNotice({ busy = neverBusy }: { readonly busy?: Watched<boolean> }) {
  const [waiting, setWaiting] = useState<readonly Notice[]>([]);
  const { realtime, call } = usePlatform();
  const isBusy = useWatched(busy);

  useEffect(() => {
    let isHere = true;
    const stop = realtime.followTopic('notice', (push) => {
      const contentId = push.type === 'FORCE_NOTICE' ? noticeIdOf(push.data) : undefined;
      if (contentId === undefined) return;
      void call(noticeById, { query: { contentId } }).then((outcome) => {
        // Spec 8: an answer other than 200 is ignored.
        if (!isHere || !outcome.ok) return;
        const { reply } = outcome;
        setWaiting((before) => [...before.filter(({ id }) => id !== reply.id), reply]);
      });
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [realtime, call]);

  const [notice] = waiting;
  // Once it is shown it stays, even if an order is sent in the meantime.
  const [openId, setOpenId] = useState<number>();
  if (notice && openId !== notice.id && !isBusy) setOpenId(notice.id);
  const [shown, setShown] = useState<Notice>();
  if (notice && openId === notice.id && shown !== notice) setShown(notice);
  if (!shown) return null;
  return (
    <Suspense>
      <ShownNotice
        notice={shown}
        open={notice !== undefined && openId === notice.id}
        onClose={() => {
          setOpenId(undefined);
          setWaiting((before) => before.slice(1));
        }}
      />
    </Suspense>
  );
}

/** The push has no schema in the browser, and an invalid one must not break every screen. */
function noticeIdOf(data: unknown): number | undefined {
  const id = (data as Partial<Forced> | null)?.id;
  return Number.isInteger(id) ? id : undefined;
}
