// Follows what happens to the member: price alerts are shown over any page, and everything that the centre would list
// raises the number beside its name.
import { formatPrice } from '@maru/client/format';
import { notificationSetting, unreadNotifications } from '@maru/contract/notification/calls';
import { createNotificationsOf, type NotificationMaker } from '@maru/contract/notification/of-push';
import { notificationText } from '@maru/contract/notification/words';
import type { AlertFired, Push } from '@maru/contract/realtime';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDevice } from '../shell/device/device.tsx';
import { isNew } from '../shell/messages/shown-once.ts';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useNavigate } from '../shell/routing/router.tsx';
import { useLanguage } from '../text/language.tsx';
import { browserPushEdges, reportAgain } from './setting/push-subscription.ts';

/** `makers`: of every product that tells something, one for each queue. */
export function NotificationNotices({ makers }: { readonly makers: readonly NotificationMaker[] }) {
  const { call, session, realtime, member, unread, noteUnread, answers } = usePlatform();
  const { storage } = useDevice();
  const id = useWatched(member)?.id;
  const isMember = id !== undefined;
  const { language } = useLanguage();
  const { show } = useToasts();
  const navigate = useNavigate();
  const counted = useRef(new Set<string>());

  const count = useEffectEvent((id: string) => {
    if (isNew(counted.current, id)) noteUnread('NOTIFICATION', (unread.get()['NOTIFICATION'] ?? 0) + 1);
  });

  const showAlert = useEffectEvent(
    async ({ inApp, stock, koName, enName, precision, path, ...fired }: AlertFired) => {
      if (!inApp) return;
      const setting = answers.to(notificationSetting, {});
      if (setting.get().state !== 'ready') await setting.reload();
      if (setting.get().reply?.inApp.includes('PRICE') === false) return;
      const { title, line } = notificationText(
        { kind: 'PRICE', stock, fires: fired.fires, level: fired.level, price: fired.price },
        { language, describe: () => ({ name: language === 'ko' ? koName : enName, precision }) },
      );
      show({
        kind: 'general',
        title,
        line,
        figure: formatPrice(fired.price, precision),
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

  useEffect(() => {
    if (!isMember) return;
    const read = async () => {
      const outcome = await call(unreadNotifications, {});
      if (outcome.ok) noteUnread('NOTIFICATION', outcome.reply.unread);
    };
    void read();
    const notificationsOf = createNotificationsOf(makers);
    const stops = [
      realtime.followQueue('notification', {
        onPush({ at, data }) {
          count(`alert ${data.alertId} ${at}`);
          void showAlert(data);
        },
      }),
      ...makers.map(({ queue }) =>
        realtime.followQueue(queue, {
          onPush(push: Push) {
            for (const { id } of notificationsOf(queue, push)) count(id);
          },
          onResync: () => void read(),
        }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [isMember, call, realtime, noteUnread, makers]);
  return null;
}
