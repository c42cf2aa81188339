// The terms or the privacy policy: the text that staff published, of the present or of a named version, or the sample that
// the app is delivered with.

import { formatDate } from '@maru/client/format-date';
import { termsText } from '@maru/contract/identity/member-calls';
import { documentWords } from '../../text/document.ts';
import { useText, useWords } from '../../text/language.tsx';
import { RichText } from '../../ui/rows/rich-text.tsx';
import { LoadFailed } from '../connection/load-failed.tsx';
import { useAnswer } from '../connection/use-answer.ts';
import { LongText, LongTextSkeleton } from './long-text.tsx';

interface Props {
  readonly name: 'terms' | 'privacy';
  readonly version?: number | undefined;
}

export function TermsText({ name, version }: Props) {
  const { shell } = useText();
  const words = useWords(documentWords);
  const kind = name === 'terms' ? 'TERMS' : 'PRIVACY';
  const answer = useAnswer(termsText, { kind, ...(version === undefined ? {} : { version }) });
  if (answer.state === 'failed')
    return <LoadFailed title={shell.screenFailed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading') return <LongTextSkeleton label={shell.loading} />;
  const { content, fromMillis, version: shown } = answer.reply;
  if (content === null)
    return (
      <>
        <p className="long-text__sample text-note">{words.sample}</p>
        <LongText name={name} />
      </>
    );
  return (
    <article className="long-text">
      <p className="text-caption">
        {words.versionFrom(String(shown), fromMillis === null ? '' : formatDate(fromMillis))}
      </p>
      <RichText html={content} />
    </article>
  );
}
