// What staff show when the app is opened: on a home page only, never over a trade, and not again today if one says so.
import type { ReceivedReply } from '@maru/client/call';
import { formatDate } from '@maru/client/format-date';
import { popupList } from '@maru/contract/content/calls';
import { useEffect, useState } from 'react';
import { useDevice } from '../../shell/device/device.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { usePathname } from '../../shell/routing/router.tsx';
import { contentWords } from '../../text/content.ts';
import { useWords } from '../../text/language.tsx';
import { NoticeDialog } from '../../ui/overlays/notice-dialog.tsx';
import { RichText } from '../../ui/rows/rich-text.tsx';
import { hideToday, isHiddenToday } from './hidden-today.ts';

type Popup = ReceivedReply<typeof popupList>['content'][number];

const HOME_PAGES: ReadonlySet<string> = new Set(['/oversea', '/overseaView', '/more']);
/** One after the other; more would be an obstacle. */
const MOST_SHOWN = 2;

export function PopupNotice() {
  const words = useWords(contentWords);
  const { clock, call, member } = usePlatform();
  const { storage } = useDevice();
  const isMember = useWatched(member) !== undefined;
  const isHome = HOME_PAGES.has(usePathname());
  const [popups, setPopups] = useState<readonly Popup[]>();

  // Asked for once, when a home page is first open.
  const isWanted = isHome && popups === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: members and guests may be shown different ones.
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    void call(popupList, { query: { resultType: 'FULL', size: MOST_SHOWN } }).then((outcome) => {
      if (!isHere || !outcome.ok) return;
      const now = clock.now();
      setPopups(outcome.reply.content.filter(({ id }) => !isHiddenToday(storage, id, now)));
    });
    return () => {
      isHere = false;
    };
  }, [isWanted, isMember, call, clock, storage]);

  const [popup] = popups ?? [];
  const [shown, setShown] = useState<Popup>();
  if (popup !== undefined && popup !== shown) setShown(popup);
  if (shown === undefined) return null;
  const close = () => setPopups((before) => before?.slice(1));
  return (
    <NoticeDialog
      open={popup !== undefined && isHome}
      onClose={close}
      closable
      kind={words.popup}
      title={shown.title}
      when={formatDate(shown.createdAt)}
      closeLabel={words.close}
      quiet={{
        label: words.hideToday,
        onPress: () => {
          hideToday(storage, shown.id, clock.now());
          close();
        },
      }}
    >
      <RichText html={shown.content ?? ''} />
    </NoticeDialog>
  );
}
