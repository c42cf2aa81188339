// When the instrument on the screen is closed, an alert is shown and the page is left (spec 4).
import { existsOverseaOption, type WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { OverseaOptionClose } from '@maru/contract/realtime';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';

/** Where the page goes: to the list, or to the menu when no instrument is left. A guest has no menu. */
const NOTHING_LEFT = '/more';

interface Leaving {
  /** The instrument's name on the screen. */
  readonly name: string;
  readonly base: string;
  readonly isGuest: boolean;
}

const isTraded = ({ isOpen, terms }: WireOverseaOption): boolean => isOpen === 1 && terms?.mode !== 'STOPPED';

export function useInstrumentClose(
  shown: WireOverseaOption | undefined,
  { name, base, isGuest }: Leaving,
): void {
  const { realtime, call } = usePlatform();
  const { show } = useAlerts();
  const navigate = useNavigate();
  const words = useWords(overseaAccountWords);

  /** Both the push and the list may report the close. */
  const left = useRef<number>(undefined);
  const leave = useEffectEvent(async (reason: string | null) => {
    if (left.current === shown?.id) return;
    left.current = shown?.id;
    show(reason === null ? words.optionClosed(name) : words.optionClosedReason(name, reason));
    const outcome = await call(existsOverseaOption);
    const isAnyLeft = !outcome.ok || outcome.reply.exist;
    void navigate({ to: isAnyLeft || isGuest ? base : NOTHING_LEFT, replace: true });
  });

  const leaveIfClosed = useEffectEvent(({ overseaOptionId, reason }: OverseaOptionClose) => {
    if (overseaOptionId === shown?.id) void leave(reason);
  });

  useEffect(
    () =>
      realtime.followTopic('oversea', (push) => {
        if (push.type === 'OVERSEA_OPTION_CLOSE') leaveIfClosed(push.data);
      }),
    [realtime],
  );

  // A topic is not replayed: pushes missed while the connection was cut are in the list that is read when it is back.
  const cuts = useRef(0);
  const last = useRef<{ readonly id: number; readonly isTraded: boolean; readonly cuts: number }>(undefined);
  useEffect(() => {
    const { connection } = realtime;
    let isUp = connection.get().kind === 'connected';
    return connection.watch(() => {
      const wasUp = isUp;
      isUp = connection.get().kind === 'connected';
      if (wasUp && !isUp) cuts.current += 1;
    });
  }, [realtime]);
  useEffect(() => {
    if (shown === undefined) return;
    const before = last.current;
    last.current = { id: shown.id, isTraded: isTraded(shown), cuts: cuts.current };
    const wasCut = before?.id === shown.id && before.cuts !== cuts.current;
    if (wasCut && before.isTraded && !isTraded(shown)) void leave(null);
  }, [shown]);
}
