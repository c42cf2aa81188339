// Those who follow this trader: names are masked, and who may invest most comes first.
import { followers, removeFollower } from '@maru/contract/copytrade/follows';
import type { WireFollower } from '@maru/contract/copytrade/wire';
import { copyPatches } from '../../futures/copied/use-my-copy.ts';
import { PagedList } from '../../receipt/paged-list.tsx';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeWords } from '../../text/copytrade.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { useRankedPages } from '../use-ranked-pages.ts';
import { FollowerRow } from './follower-row.tsx';
import { useReadForFollowers } from './use-read-for-followers.ts';

const keyOf = ({ traderFollowerId }: WireFollower): number => traderFollowerId;

interface Props {
  /** Of who has stopped, followers are detached: those who are left close their copies themselves, and leave with that. */
  readonly isActive: boolean;
}

export function FollowersPanel({ isActive }: Props) {
  const words = useWords(copytradeTradingWords);
  const common = useWords(copytradeWords);
  const { money } = useMoneyText('USDT');
  const { ask, show } = useAlerts();
  const toasts = useToasts();
  const removing = useCall(removeFollower);
  const pages = useRankedPages<WireFollower, typeof followers>(followers, {}, keyOf, copyPatches);
  useReadForFollowers(pages);

  async function remove({ nick, traderFollowerId }: WireFollower): Promise<void> {
    const choice = await ask({
      title: words.removeTitle(nick),
      message: words.removeLead,
      safe: common.cancel,
      other: words.remove,
    });
    if (choice !== 'other') return;
    const outcome = await removing.send({ body: { traderFollowerId } });
    if (outcome === undefined) return;
    if (outcome.ok) toasts.show({ kind: 'order', title: words.removed(money(outcome.reply.share)) });
    else show(outcome.message);
    // Also after a refusal: the row may be of a follow that has just ended.
    pages.reload();
  }

  return (
    <section className="copy-block" aria-labelledby="copy-followers">
      <div className="copy-block__head">
        <h2 id="copy-followers" className="text-heading">
          {words.followersHead}
        </h2>
        <span className="text-micro">{words.followersLead}</span>
      </div>
      <PagedList
        pages={pages}
        skeleton={{ count: 5, height: 60 }}
        failedTitle={words.followersFailed}
        saysEnd={false}
        empty={
          isActive ? (
            <StatePanel kind="empty" title={words.noFollowers} sentence={words.noFollowersLead} />
          ) : (
            <StatePanel kind="empty" title={words.noneLeft} />
          )
        }
      >
        <ul aria-label={words.followersHead}>
          {pages.items.map((each) => (
            <FollowerRow key={each.traderFollowerId} follower={each} isWhole>
              {isActive && (
                <IconButton
                  icon="close"
                  size={18}
                  quiet
                  label={words.removeOf(each.nick)}
                  disabled={removing.busy}
                  onPress={() => void remove(each)}
                />
              )}
            </FollowerRow>
          ))}
        </ul>
      </PagedList>
    </section>
  );
}
