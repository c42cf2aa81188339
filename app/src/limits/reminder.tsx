// After every half hour in the app, members who limit their time are told how long they have been here today.
import { myLimits } from '@maru/contract/limits/calls';
import { useEffect } from 'react';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useWords } from '../text/language.tsx';
import { limitsWords } from '../text/limits.ts';
import { timeText } from './limit-words.ts';

const EVERY_MS = 1_800_000;

export function UseReminder() {
  const { call, timers, member } = usePlatform();
  const isMember = useWatched(member) !== undefined;
  const words = useWords(limitsWords);
  const toasts = useToasts();
  useEffect(() => {
    if (!isMember) return;
    let stop = () => {};
    let isOver = false;
    const remind = async () => {
      const outcome = await call(myLimits, {});
      if (isOver) return;
      stop = timers.after(EVERY_MS, () => void remind());
      const time = outcome.ok ? outcome.reply.limits.find(({ kind }) => kind === 'TIME') : undefined;
      if (time === undefined || time.value === null) return;
      toasts.show({
        kind: 'general',
        title: words.reminder(timeText(time.used, words)),
        line: words.reminderLead,
      });
    };
    stop = timers.after(EVERY_MS, () => void remind());
    return () => {
      isOver = true;
      stop();
    };
  }, [isMember, call, timers, words, toasts]);
  return null;
}
