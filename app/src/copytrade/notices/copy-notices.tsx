// Says on every screen what copy trading did beside fills, which coin futures show: a lead that was missed, a follow that
// was detached or has ended, and a share of profit.
import { displayName } from '@maru/client/format-label';
import { CHOSEN_MISSES } from '@maru/contract/copytrade/notifications';
import type { QueuePushes } from '@maru/contract/realtime';
import { useEffect, useEffectEvent } from 'react';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';

/** Pushes that a cut connection delayed for longer are not shown: the copy tab lists them. */
const OLD_AFTER_MS = 15_000;

export function CopyNotices() {
  const { notices } = useWords(copytradeWords);
  const { reasons } = useWords(copytradeMineWords);
  const { realtime, clock } = usePlatform();
  const { show } = useToasts();
  const moneyOf = useMoneyTexts();
  const navigate = useNavigate();

  const tell = useEffectEvent(({ type, at, data: { copy } }: QueuePushes['futures']) => {
    if (copy === undefined) return;
    const { role, copied, follow, share } = copy;
    const isFollower = role === 'FOLLOWER';
    const onPress = () => void navigate({ to: isFollower ? '/copytrade/mine' : '/copytrade/trading' });
    // Whoever is detached has to act: that is never too old.
    if (isFollower && follow === 'DETACHED')
      return show({ kind: 'risk', title: notices.detached, line: notices.detachedLead, onPress });
    if (clock.now() - at > OLD_AFTER_MS) return;
    const reason = copied?.reason ?? 'FAILED';
    if (type === 'COPYTRADE_MISSED' && copied !== undefined && !CHOSEN_MISSES.has(reason))
      show({
        kind: 'cancelled',
        title: notices.missed(displayName(copied.stock)),
        line: reasons[reason].title,
        onPress,
      });
    if (isFollower && follow === 'ENDED') show({ kind: 'order', title: notices.ended, onPress });
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
