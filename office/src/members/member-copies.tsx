// Whom the member follows or followed, and the way to each copy.
import { jobsPath } from '../copytrade/copytrade-page.tsx';
import { Follows } from '../copytrade/follows.tsx';
import { Button } from '../parts/button.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { words } from '../text/copytrade.ts';

export function MemberCopies({ playerId }: { readonly playerId: number }) {
  const { place } = useOffice();
  return (
    <>
      <Follows title={words.follows} of={{ playerId }} />
      <div className="copytrade-links">
        <Button size="small" icon="history" onPress={() => place.go(jobsPath({ player: playerId }))}>
          {words.toJobs}
        </Button>
      </div>
    </>
  );
}
