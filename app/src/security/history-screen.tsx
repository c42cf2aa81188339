import { signInHistory } from '@maru/contract/security/calls';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useWords } from '../text/language.tsx';
import { securityWords } from '../text/security.ts';
import { SectionTitle } from '../ui/rows/list-row.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { HistoryLines } from './history-lines.tsx';

export function SignInHistoryScreen() {
  const words = useWords(securityWords);
  const answer = useAnswer(signInHistory, {});
  if (answer.state === 'failed')
    return <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />;
  return (
    <>
      <SectionTitle>{words.historyLead}</SectionTitle>
      {answer.state === 'loading' ? (
        <SkeletonRows count={6} tile={false} />
      ) : (
        <HistoryLines lines={answer.reply.content} />
      )}
    </>
  );
}
