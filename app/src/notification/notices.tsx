// Follows what happens to the member: what they asked to be told, and notices of staff, are shown over any page, and
// everything that the centre would list raises the number beside its name.
import { formatPrice } from '@maru/client/format';
import type { NoticePush } from '@maru/contract/content/notice';
import { type Category, notificationSetting, unreadNotifications } from '@maru/contract/notification/calls';
import { createNotificationsOf, type NotificationMaker } from '@maru/contract/notification/of-push';
import { notificationText } from '@maru/contract/notification/words';
import type { AlertFired, Push, QueuePushes } from '@maru/contract/realtime';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDevice } from '../shell/device/device.tsx';
import { isNew } from '../shell/messages/shown-once.ts';
import type { Toast } from '../shell/messages/toast-queue.ts';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useNavigate } from '../shell/routing/router.tsx';
import { useLanguage } from '../text/language.tsx';
import { browserPushEdges, reportAgain } from './setting/push-subscription.ts';

const nothing = { describe: () => undefined };

/** `makers`: of every product that tells something, one for each queue. */
export function NotificationNotices({ makers }: { readonly makers: readonly NotificationMaker[] }) {
  const { call, session, realtime, connection, member, unread, noteUnread, answers } = usePlatform();
  const { storage } = useDevice();
  const id = useWatched(member)?.id;
  const isMember = id !== undefined;
  const { language } = useLanguage();
  const { show } = useToasts();
  const navigate = useNavigate();
  const counted = useRef(new Set<string>());

  const count = useEffectEvent((kind: 'NOTIFICATION' | 'NOTICE', id: string) => {
    if (isNew(counted.current, `${kind} ${id}`)) noteUnread(kind, (unread.get()[kind] ?? 0) + 1);
  });

  /** Over the page, unless the member has switched that off for what it is about. */
  const showOver = useEffectEvent(
    async (category: Category, path: string | null, toast: Pick<Toast, 'title' | 'line' | 'figure'>) => {
      const setting = answers.to(notificationSetting, {});
      if (setting.get().state !== 'ready') await setting.reload();
      if (setting.get().reply?.inApp.includes(category) === false) return;
      show({
        kind: 'general',
        ...toast,
        ...(path !== null && { onPress: () => void navigate({ to: path }) }),
      });
    },
  );

  // Once for each sign-in: a new pair of tokens after a changed password is one too.
  const signedIn = useWatched(session.state);
  useEffect(() => {
    if (id !== undefined && signedIn.kind === 'signed-in')
      void reportAgain(browserPushEdges(storage), call, id).catch(() => undefined);
  }, [id, signedIn, storage, call]);

  const showAlert = useEffectEvent(({ inApp, koName, enName, precision, path, ...fired }: AlertFired) => {
    if (!inApp) return;
    const { stock, fires, level, price } = fired;
    const { title, line } = notificationText(
      { kind: 'PRICE', stock, fires, level, price },
      { language, describe: () => ({ name: language === 'ko' ? koName : enName, precision }) },
    );
    void showOver('PRICE', path, { title, line, figure: formatPrice(price, precision) });
  });

  const onTold = useEffectEvent((push: QueuePushes['notification']) => {
    if (push.type === 'PRICE_ALERT') {
      count('NOTIFICATION', `alert ${push.data.alertId} ${push.at}`);
      showAlert(push.data);
      return;
    }
    const { id, ...reminder } = push.data;
    count('NOTIFICATION', id);
    const text = notificationText({ kind: 'ECONOMIC', ...reminder }, { language, ...nothing });
    void showOver('ECONOMIC', '/more/economic', text);
  });

  const onNotice = useEffectEvent(({ type, at, data }: Push) => {
    // The push has no schema in the browser.
    const { id, told } = (data ?? {}) as Partial<NoticePush>;
    if (!Number.isInteger(id)) return;
    count('NOTICE', `${id} ${at}`);
    if (told === undefined) return;
    count('NOTIFICATION', `notice ${id} ${at}`);
    // A forced one is a dialog of its own.
    if (type !== 'NOTICE') return;
    const text = notificationText({ kind: 'NOTICE', ...told }, { language, ...nothing });
    void showOver('NOTICE', `/more/notice/${id}`, text);
  });

  useEffect(() => {
    if (!isMember) return;
    const read = async () => {
      const outcome = await call(unreadNotifications, {});
      if (outcome.ok) noteUnread('NOTIFICATION', outcome.reply.unread);
    };
    void read();
    const notificationsOf = createNotificationsOf(makers);
    const stops = [
      // What has no sequence number is not sent again after a lost connection.
      connection.watch(() => {
        if (connection.get().kind === 'connected') void read();
      }),
      realtime.followQueue('notification', { onPush: (push) => onTold(push) }),
      realtime.followTopic('notice', (push) => onNotice(push)),
      ...makers.map(({ queue }) =>
        realtime.followQueue(queue, {
          onPush(push: Push) {
            for (const { id } of notificationsOf(queue, push)) count('NOTIFICATION', id);
          },
          onResync: () => void read(),
        }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [isMember, call, realtime, connection, noteUnread, makers]);
  return null;
}
