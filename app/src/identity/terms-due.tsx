// A new version of the terms asks each member once, on whatever screen they are; who says later is asked at the next
// start.
import { acceptTerms, myTerms } from '@maru/contract/identity/member-calls';
import { useEffect, useEffectEvent } from 'react';
import { useAlerts } from '../shell/messages/alert.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { identityWords } from '../text/identity.ts';
import { useLanguage, useWords } from '../text/language.tsx';

export function TermsDue() {
  const { call, member } = usePlatform();
  const id = useWatched(member)?.id;
  const { language } = useLanguage();
  const words = useWords(identityWords);
  const { ask } = useAlerts();
  const askAll = useEffectEvent(async (isOver: () => boolean) => {
    const outcome = await call(myTerms, {});
    if (!outcome.ok) return;
    for (const { kind, version, summaryKo, summaryEn } of outcome.reply.due) {
      if (isOver()) return;
      const answer = await ask({
        title: kind === 'TERMS' ? words.termsChanged : words.privacyChanged,
        message: `${language === 'ko' ? summaryKo : summaryEn} ${words.termsWhere}`,
        safe: words.termsLater,
        other: words.termsAccept,
      });
      if (answer === 'other') await call(acceptTerms, { body: { kind, version } });
    }
  });
  useEffect(() => {
    if (id === undefined) return;
    let isOver = false;
    void askAll(() => isOver);
    return () => {
      isOver = true;
    };
  }, [id]);
  return null;
}
