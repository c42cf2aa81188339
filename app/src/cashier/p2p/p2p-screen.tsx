// P2P: a request for a purchase or a sale (picture 34a), and the one that runs (picture 34). One at a time.
import { p2pLatest } from '@maru/contract/cashier/p2p';
import { useEffect, useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { cashierP2pWords } from '../../text/cashier-p2p.ts';
import { useText, useWords } from '../../text/language.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { readAfterRequests } from '../request/request-patches.ts';
import { P2pEnded } from './p2p-ended.tsx';
import { P2pRequest } from './p2p-request.tsx';
import { P2pRunning } from './p2p-running.tsx';
import { endOf } from './p2p-view.ts';

/** The counterpart's messages are no events of the account. */
const ASK_AGAIN_MS = 5_000;

export function P2pScreen() {
  const words = useWords(cashierP2pWords);
  const { shell } = useText();
  const { timers } = usePlatform();
  const answer = useAnswer(p2pLatest, {}, readAfterRequests());
  // An end is shown once, where it was seen happening; later visits begin with a new request.
  const [followed, setFollowed] = useState<number>();
  const p2p = answer.reply?.p2p ?? undefined;
  const isRunning = p2p !== undefined && endOf(p2p) === undefined;
  useEffect(() => {
    if (isRunning) setFollowed(p2p.request.id);
  }, [isRunning, p2p]);
  const { reload } = answer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer waits anew.
  useEffect(
    () => (isRunning ? timers.after(ASK_AGAIN_MS, reload) : undefined),
    [isRunning, timers, reload, answer.reply],
  );
  if (answer.state === 'failed')
    return <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading')
    return (
      <div role="status" aria-label={shell.loading}>
        <SkeletonRows count={5} height={72} />
      </div>
    );
  if (isRunning) return <P2pRunning p2p={p2p} onChanged={answer.reload} />;
  if (p2p !== undefined && p2p.request.id === followed)
    return <P2pEnded p2p={p2p} onAgain={() => setFollowed(undefined)} />;
  return <P2pRequest onAsked={answer.reload} />;
}
