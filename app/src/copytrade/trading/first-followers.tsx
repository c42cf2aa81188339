// The followers who may invest most, below the trades (picture 38b); all of them have a tab of their own.
import { followers } from '@maru/contract/copytrade/follows';
import { copyPatches } from '../../futures/copied/use-my-copy.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { countText } from '../figures.ts';
import { FollowerRow } from './follower-row.tsx';
import { useReadForFollowers } from './use-read-for-followers.ts';

const MOST_SHOWN = 4;

export function FirstFollowers({ onAll }: { readonly onAll: () => void }) {
  const words = useWords(copytradeTradingWords);
  const answer = useAnswer(followers, { page: 0, size: MOST_SHOWN }, copyPatches);
  useReadForFollowers(answer);
  const { reply } = answer;
  if (reply === undefined || reply.content.length === 0) return null;
  const { content, totalElements } = reply;
  return (
    <section className="copy-block" aria-labelledby="first-followers">
      <div className="copy-block__head">
        <h2 id="first-followers" className="text-heading">
          {words.followersHead}
        </h2>
        <span className="text-micro">{words.followersLead}</span>
      </div>
      <ul aria-labelledby="first-followers">
        {content.map((follower) => (
          <FollowerRow key={follower.traderFollowerId} follower={follower} />
        ))}
      </ul>
      {totalElements > content.length && (
        <Button kind="tonal" size="medium" onPress={onAll}>
          {words.allFollowers(countText(totalElements))}
        </Button>
      )}
    </section>
  );
}
