// P2P: a request for a purchase or a sale (picture 34a), and the one that runs (picture 34). One at a time.
import { useEffect, useState } from 'react';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { cashierP2pWords } from '../../text/cashier-p2p.ts';
import { useText, useWords } from '../../text/language.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { P2pEnded } from './p2p-ended.tsx';
import { P2pRequest } from './p2p-request.tsx';
import { P2pRunning } from './p2p-running.tsx';
import { useP2p } from './use-p2p.ts';

export function P2pScreen() {
  const words = useWords(cashierP2pWords);
  const { shell } = useText();
  const { answer, p2p, isRunning } = useP2p();
  // An end is shown once, where it was seen happening; later visits begin with a new request.
  const [followed, setFollowed] = useState<number>();
  useEffect(() => {
    if (p2p !== undefined && isRunning) setFollowed(p2p.request.id);
  }, [isRunning, p2p]);
  if (answer.state === 'failed')
    return <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading')
    return (
      <div role="status" aria-label={shell.loading}>
        <SkeletonRows count={5} height={72} />
      </div>
    );
  if (p2p !== undefined && isRunning) return <P2pRunning p2p={p2p} onChanged={answer.reload} />;
  if (p2p !== undefined && p2p.request.id === followed)
    return <P2pEnded p2p={p2p} onAgain={() => setFollowed(undefined)} />;
  return <P2pRequest onAsked={answer.reload} />;
}
