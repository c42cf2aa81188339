// A notice that every user must see, on any screen (spec 2, 4): pushed while the app is open, or asked for when the
// connection comes up, for who was away. It is delayed while an order is under way, because nothing may come between a
// tap and its answer.
import type { ReceivedReply } from '@maru/client/call';
import { formatDateTime } from '@maru/client/format-date';
import { createStore, type Watched } from '@maru/client/store';
import { forcedNotices, type NoticePush, noticeById, readNotice } from '@maru/contract/content/notice';
import { useCallback, useEffect, useState } from 'react';
import { useDevice } from '../../shell/device/device.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useText } from '../../text/language.tsx';
import { NoticeDialog } from '../../ui/overlays/notice-dialog.tsx';
import { RichText } from '../../ui/rows/rich-text.tsx';
import { closedHere, rememberClosed } from './closed-here.ts';

type Notice = ReceivedReply<typeof noticeById>;

const neverBusy: Watched<boolean> = createStore(false);

interface Props {
  /** True while an order is under way; the notice is delayed until then. */
  readonly busy?: Watched<boolean>;
}

export function ForcedNotice({ busy = neverBusy }: Props) {
  const { notice: kind, close } = useText().shell;
  const { call, member, noteUnread } = usePlatform();
  const { storage } = useDevice();
  const isMember = useWatched(member) !== undefined;
  const { waiting, drop } = useWaiting();
  const isBusy = useWatched(busy);

  const [notice] = waiting;
  // Once it is shown it stays, even if an order is sent in the meantime.
  const [openId, setOpenId] = useState<number>();
  if (notice && openId !== notice.id && !isBusy) setOpenId(notice.id);
  const [shown, setShown] = useState<Notice>();
  if (notice && openId === notice.id && shown !== notice) setShown(notice);
  if (!shown) return null;
  return (
    <NoticeDialog
      open={notice !== undefined && openId === notice.id}
      onClose={() => {
        setOpenId(undefined);
        drop(shown.id);
        // The server remembers for members; a lost answer means that it is shown once more.
        if (isMember)
          void call(readNotice, { body: { contentId: shown.id } }).then((outcome) => {
            if (outcome.ok) noteUnread('NOTICE', outcome.reply.unread);
          });
        else rememberClosed(storage, shown.id);
      }}
      kind={kind}
      title={shown.title}
      when={formatDateTime(shown.createdAt)}
      closeLabel={close}
    >
      <RichText html={shown.content} />
    </NoticeDialog>
  );
}

function useWaiting() {
  const { realtime, call, member } = usePlatform();
  const { storage } = useDevice();
  const isMember = useWatched(member) !== undefined;
  const isConnected = useWatched(realtime.connection).kind === 'connected';
  const [waiting, setWaiting] = useState<readonly Notice[]>([]);
  const add = useCallback(
    (notices: readonly Notice[]) =>
      setWaiting((before) => [
        ...before.filter(({ id }) => !notices.some((each) => each.id === id)),
        ...notices,
      ]),
    [],
  );

  useEffect(() => {
    let isHere = true;
    const stop = realtime.followTopic('notice', (push) => {
      const contentId = push.type === 'FORCE_NOTICE' ? noticeIdOf(push.data) : undefined;
      if (contentId === undefined) return;
      void call(noticeById, { query: { contentId } }).then((outcome) => {
        // Spec 8: an answer other than 200 is ignored.
        if (isHere && outcome.ok) add([outcome.reply]);
      });
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [realtime, call, add]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has read other notices.
  useEffect(() => {
    if (!isConnected) return;
    let isHere = true;
    void call(forcedNotices, {}).then((outcome) => {
      if (!isHere || !outcome.ok) return;
      const closed = closedHere(storage);
      add(outcome.reply.filter(({ id }) => !closed.includes(id)));
    });
    return () => {
      isHere = false;
    };
  }, [isConnected, isMember, call, storage, add]);

  return {
    waiting,
    drop: (closed: number) => setWaiting((before) => before.filter(({ id }) => id !== closed)),
  };
}

/** The push has no schema in the browser, and an invalid one must not break every screen. */
function noticeIdOf(data: unknown): number | undefined {
  const id = (data as Partial<NoticePush> | null)?.id;
  return Number.isInteger(id) ? id : undefined;
}
