// Lines of the sign-in history: how somebody came in, or that they did not.

import type { ReceivedReply } from '@maru/client/call';
import type { signInHistory } from '@maru/contract/security/calls';
import { usePlatform } from '../shell/platform.tsx';

import { useLanguage, useWords } from '../text/language.tsx';
import { type SecurityWords, securityWords } from '../text/security.ts';
import { whenText } from './when-text.ts';
import './history-lines.css';

type Line = ReceivedReply<typeof signInHistory>['content'][number];

function whatText({ outcome, method, name, times }: Line, words: SecurityWords): string {
  if (outcome === 'SIGNED_IN') {
    const [device = ''] = name.split(' · ');
    return [words.method[method], device].filter((each) => each !== '').join(' · ');
  }
  return outcome === 'PASSWORD_CHANGED' ? words.outcome[outcome] : words.outcome[outcome](times);
}

const isFailure = ({ outcome }: Line): boolean => outcome !== 'SIGNED_IN' && outcome !== 'PASSWORD_CHANGED';

export function HistoryLines({ lines }: { readonly lines: readonly Line[] }) {
  const words = useWords(securityWords);
  const { language } = useLanguage();
  const now = usePlatform().clock.now();
  return (
    <ul className="history-lines">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and the list is only ever replaced.
        <li key={`${line.atMillis} ${index}`} className={isFailure(line) ? 'history-lines--failed' : ''}>
          <span className="history-lines__when text-note figure">
            {whenText(line.atMillis, now, { words, language })}
          </span>
          <span className="history-lines__what">{whatText(line, words)}</span>
          <span className="history-lines__where text-note text-cut">{line.ip}</span>
        </li>
      ))}
    </ul>
  );
}
