// Shows what happened to the member's orders, on every screen: accepted, filled, cancelled, closed by the server
// (design 18f, spec 9). Several pushes of one event repeat its content; each part is shown once.

import { formatDecimal, formatPrice, readableCode } from '@maru/client/format';
import { overseaOptions, type WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { OverseaPush } from '@maru/contract/realtime';
import { useEffect, useEffectEvent, useRef } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { useSounds } from '../../shell/device/sounds.tsx';
import { useHaptics } from '../../shell/device/use-haptics.ts';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { amendmentsOf } from '../orders/amendments.ts';
import { presentNotice } from './notice-toasts.ts';
import { type Notice, noticesOf, type ShownBefore, type Traded } from './push-notices.ts';

/** Pushes that a cut connection delayed for longer are not shown, except a loss-cut. */
const OLD_AFTER_MS = 15_000;

export function TradeNotices() {
  const words = useWords(overseaAccountWords);
  const { language } = useLanguage();
  const platform = usePlatform();
  const { realtime, answers, clock } = platform;
  const { show } = useToasts();
  const { play } = useSounds();
  const haptics = useHaptics();
  const moneyIn = useMoneyTexts();
  const shownBefore = useRef<ShownBefore>({ orders: new Set(), fills: new Set() });

  /** Names come from the list that other screens have read; if none has, it is requested once. */
  const instruments = useEffectEvent(async (): Promise<readonly WireOverseaOption[]> => {
    const question = answers.to(overseaOptions, {});
    if (question.get().state !== 'ready') await question.reload();
    return question.get().reply ?? [];
  });

  const showNotice = useEffectEvent((notice: Notice, known: readonly WireOverseaOption[]) => {
    const instrumentOf = (of: Traded) => known.find(({ id }) => id === of.overseaOptionId);
    const calledOf = (of: Traded) => {
      const instrument = instrumentOf(of);
      return instrument ? nameOf(instrument, language) : readableCode(of.stock);
    };
    const { toast, sound } = presentNotice(notice, {
      words,
      nameOf: calledOf,
      moneyIn,
      describe(of, price) {
        const contracts = words.contracts(formatDecimal(String(of.qty)));
        const line = words.orderLine(words.side[of.tradeType], calledOf(of), contracts);
        if (price === null) return line;
        return words.withPrice(line, formatPrice(price, instrumentOf(of)?.precision ?? 2));
      },
    });
    show(toast);
    play(sound);
    // A close by the server, at the end of a session or by staff, is no tap's result.
    if (notice.kind === 'filled' && notice.fill.forcedReason === null) haptics.fill();
  });

  const showNotices = useEffectEvent(async (data: OverseaPush, at: number) => {
    const isOld = clock.now() - at > OLD_AFTER_MS;
    const notices = noticesOf(data, shownBefore.current, amendmentsOf(platform).isPartOfOne).filter(
      ({ kind }) => !isOld || kind === 'losscut',
    );
    if (notices.length === 0) return;
    const known = await instruments();
    for (const notice of notices) showNotice(notice, known);
  });

  useEffect(
    () => realtime.followQueue('oversea', { onPush: ({ data, at }) => void showNotices(data, at) }),
    [realtime],
  );
  return null;
}
