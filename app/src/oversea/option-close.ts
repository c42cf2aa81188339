// The instrument on the screen is closed: said in an alert, and the page is left (spec 4).
import { existsOverseaOption } from '@maru/contract/market';
import type { OverseaOptionClose } from '@maru/contract/realtime';
import { useEffect, useEffectEvent } from 'react';
import { useAlerts } from '../shell/alert.tsx';
import { usePlatform } from '../shell/platform.tsx';
import { useNavigate } from '../shell/router.tsx';
import { useWords } from '../text/language.tsx';
import { overseaAccountWords } from '../text/oversea-account.ts';

interface Shown {
  readonly id: number;
  /** As it is called on the screen. */
  readonly name: string;
}

/** Where one goes: to the list, or to the menu when nothing at all is offered any more. A guest has no menu. */
const NOTHING_LEFT = '/more';

export function useOptionClose(
  shown: Shown | undefined,
  { base, isGuest }: { readonly base: string; readonly isGuest: boolean },
): void {
  const { realtime, call } = usePlatform();
  const { show } = useAlerts();
  const navigate = useNavigate();
  const words = useWords(overseaAccountWords);

  const hear = useEffectEvent(async ({ overseaOptionId, reason }: OverseaOptionClose) => {
    if (shown === undefined || overseaOptionId !== shown.id) return;
    show(reason === null ? words.optionClosed(shown.name) : words.optionClosedReason(shown.name, reason));
    const outcome = await call(existsOverseaOption);
    const isAnyLeft = !outcome.ok || outcome.reply.exist;
    void navigate({ to: isAnyLeft || isGuest ? base : NOTHING_LEFT, replace: true });
  });

  useEffect(
    () =>
      realtime.followTopic('oversea', (push) => {
        if (push.type === 'OVERSEA_OPTION_CLOSE') void hear(push.data);
      }),
    [realtime],
  );
}
