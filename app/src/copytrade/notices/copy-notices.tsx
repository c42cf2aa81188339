// Says on every screen what copy trading did beside fills, which coin futures show: a lead that was missed, a follow that
// was detached or has ended, and a share of profit. What has to be acted on, and an end, in the words of the centre.
import { displayName } from '@maru/client/format-label';
import { CHOSEN_MISSES } from '@maru/contract/copytrade/notifications';
import type { NotificationContent } from '@maru/contract/notification/calls';
import { notificationText } from '@maru/contract/notification/words';
import type { QueuePushes } from '@maru/contract/realtime';
import { useEffect, useEffectEvent } from 'react';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useLanguage, useWords } from '../../text/language.tsx';

/** Pushes that a cut connection delayed for longer are not shown: the copy tab lists them. */
const OLD_AFTER_MS = 15_000;

export function CopyNotices() {
  const { notices } = useWords(copytradeWords);
  const { reasons } = useWords(copytradeMineWords);
  const { realtime, clock } = usePlatform();
  const { show } = useToasts();
  const moneyOf = useMoneyTexts();
  const navigate = useNavigate();
  const { language } = useLanguage();
  const asInCentre = (content: NotificationContent) =>
    notificationText(content, {
      language,
      describe: (stock) => ({ name: displayName(stock), precision: 0 }),
    });

  const tell = useEffectEvent(({ type, at, data: { copy } }: QueuePushes['futures']) => {
    if (copy === undefined) return;
    const { role, copied, follow, endedBy, share } = copy;
    const isFollower = role === 'FOLLOWER';
    const onPress = () => void navigate({ to: isFollower ? '/copytrade/mine' : '/copytrade/trading' });
    // Whoever is detached has to act: that is never too old.
    if (isFollower && follow === 'DETACHED')
      return show({ kind: 'risk', title: notices.detached, line: notices.detachedLead, onPress });
    const reason = copied?.reason ?? 'FAILED';
    const missed = type === 'COPYTRADE_MISSED' && !CHOSEN_MISSES.has(reason) ? copied : undefined;
    // So does whoever has a position that the trader has closed.
    if (missed !== undefined && !missed.isOpen) {
      const { title, line } = asInCentre({ kind: 'COPY_MISSED', stock: missed.stock, isOpen: false, reason });
      return show({ kind: 'risk', title, line, onPress });
    }
    if (clock.now() - at > OLD_AFTER_MS) return;
    if (missed !== undefined)
      show({
        kind: 'cancelled',
        title: notices.missed(displayName(missed.stock)),
        line: reasons[reason].title,
        onPress,
      });
    // Whoever ended it was told by the page on which they did.
    if (isFollower && follow === 'ENDED' && endedBy !== 'FOLLOWER') {
      const { share: paid = '0', currency = 'USDT' } = share ?? {};
      const { title, line } = asInCentre({ kind: 'FOLLOW_ENDED', share: paid, currency });
      return show({ kind: 'order', title, line, onPress });
    }
    if (share !== undefined && /[1-9]/.test(share.share))
      show({
        kind: 'order',
        title: isFollower ? notices.shared : notices.received,
        figure: moneyOf(share.currency).money(share.share),
        onPress,
      });
  });

  useEffect(() => realtime.followQueue('futures', { onPush: (push) => tell(push) }), [realtime]);
  return null;
}
