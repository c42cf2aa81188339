// Shows what happened to the member's coin futures, on every screen: accepted, filled, cancelled, at risk, liquidated
// (design 18f, spec 4 and 9).
import { formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { futuresOptions, type WireFuturesOption } from '@maru/contract/futures/instruments';
import type { QueuePushes } from '@maru/contract/realtime';
import { useEffect, useEffectEvent, useRef } from 'react';
import { offeredUnder } from '../../market/instruments/use-instrument-list.ts';
import { useSounds } from '../../shell/device/sounds.tsx';
import { useHaptics } from '../../shell/device/use-haptics.ts';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { qtyTextOf } from '../account/unit-words.ts';
import { receiptPath } from '../history/receipt-path.ts';
import { presentNotice } from './notice-toasts.ts';
import { type Notice, noticesOf } from './push-notices.ts';

/** Pushes that a cut connection delayed for longer are not shown, except a liquidation. */
const OLD_AFTER_MS = 15_000;

export function FuturesNotices() {
  const words = useWords(futuresOrdersWords);
  const { realtime, answers, clock, site } = usePlatform();
  const { show } = useToasts();
  const { play } = useSounds();
  const haptics = useHaptics();
  const moneyIn = useMoneyTexts();
  const navigate = useNavigate();
  const shownBefore = useRef(new Set<string>());

  /** Units come from the list that other screens have read; if none has, it is requested once. */
  const instruments = useEffectEvent(async (): Promise<readonly WireFuturesOption[]> => {
    const question = answers.to(futuresOptions, offeredUnder(site.get()?.stockPrefix));
    if (question.get().state !== 'ready') await question.reload();
    return question.get().reply ?? [];
  });

  const showNotice = useEffectEvent((notice: Notice, known: readonly WireFuturesOption[]) => {
    const { toast, sound } = presentNotice(notice, {
      words,
      moneyIn,
      openReceipt: (fillId) => void navigate({ to: receiptPath(fillId) }),
      describe(of, price) {
        const instrument = known.find(({ id }) => id === of.futuresOptionId);
        const qty = of.qty === null ? words.whole : qtyTextOf(of.qty, instrument);
        const line = words.orderLine(words.side[of.tradeType], displayName(of.stock), qty);
        return price === null ? line : words.withPrice(line, formatPrice(price, instrument?.precision ?? 2));
      },
    });
    show(toast);
    if (sound) play(sound);
    if (notice.kind === 'filled') haptics.fill();
  });

  const showNotices = useEffectEvent(async (push: QueuePushes['futures']) => {
    const isOld = clock.now() - push.at > OLD_AFTER_MS;
    const notices = noticesOf(push, shownBefore.current).filter(
      ({ kind }) => !isOld || kind === 'liquidated',
    );
    if (notices.length === 0) return;
    const known = await instruments();
    for (const notice of notices) showNotice(notice, known);
  });

  useEffect(() => realtime.followQueue('futures', { onPush: (push) => void showNotices(push) }), [realtime]);
  return null;
}
