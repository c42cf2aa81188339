// Follows of a trader, or of a member: newest first, with those that ended.
import { officeFollowers } from '@maru/contract/copytrade/office';
import { DataTable } from '../parts/data-table.tsx';
import { Tag } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { moneyOf } from '../parts/money.ts';
import { DrawerSection } from '../parts/panel.tsx';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/copytrade.ts';
import { FOLLOW_TONES, type Follow, netOf, resultText, toneOf } from './copy-words.ts';
import './copytrade.css';

const NEWEST = 20;

interface Props {
  readonly title: string;
  /** One of the two. */
  readonly of: { readonly traderId: number } | { readonly playerId: number };
}

export function Follows({ title, of }: Props) {
  const follows = usePages(officeFollowers, of, { size: NEWEST, cursorOf: 'NEXT' });
  const isOfTrader = 'traderId' in of;
  return (
    <DrawerSection title={title}>
      <DataTable
        label={words.followList}
        isSmall
        rows={follows.rows}
        keyOf={({ traderFollowerId }) => traderFollowerId}
        isLoading={follows.isLoading}
        empty={follows.fault?.message ?? words.noFollows}
        hasMore={follows.hasMore}
        onMore={() => void follows.more()}
        columns={[
          {
            head: isOfTrader ? words.follower : words.trader,
            cell: (follow) => <Described follow={follow} isOfTrader={isOfTrader} />,
          },
          { head: words.net, align: 'right', cell: (follow) => <Earned follow={follow} /> },
        ]}
      />
    </DrawerSection>
  );
}

function Described({ follow, isOfTrader }: { readonly follow: Follow; readonly isOfTrader: boolean }) {
  const { state, isPaused, startedMillis, endedMillis, endedBy } = follow;
  const who = isOfTrader ? [follow.nick, follow.playerId] : [follow.traderNick, follow.traderId];
  return (
    <span className="text-stack copytrade-lines">
      <span>
        <b>{who[0]}</b> <span className="copytrade-quiet figure">#{who[1]}</span>{' '}
        <Tag tone={FOLLOW_TONES[state]}>{words.followStates[state]}</Tag>
        {isPaused && state === 'ACTIVE' && <Tag tone="warn">{words.paused}</Tag>}
      </span>
      <span className="copytrade-quiet figure">
        {words.terms(follow.multiplyPer, moneyOf(follow.oneMaxBet), moneyOf(follow.maxBet))}
      </span>
      <span className="copytrade-quiet figure">
        {words.copies(follow.copies, follow.copied, follow.missed)}
      </span>
      <span className="copytrade-quiet figure">
        {endedMillis === null
          ? words.sinceThen(minuteOf(startedMillis))
          : words.period(minuteOf(startedMillis), minuteOf(endedMillis))}
        {endedBy !== null && ` · ${words.endedBy[endedBy]}`}
      </span>
    </span>
  );
}

function Earned({ follow }: { readonly follow: Follow }) {
  const net = netOf(follow);
  return (
    <span className="text-stack copytrade-lines">
      <b className={`figure tone--${toneOf(net)}`}>{resultText(net)}</b>
      <span className="copytrade-quiet figure">
        {follow.state === 'ENDED'
          ? words.shared(moneyOf(follow.shared))
          : words.shares(moneyOf(follow.shared), moneyOf(follow.due))}
      </span>
      {Number(follow.waived) > 0 && (
        <span className="copytrade-quiet figure">{words.waived(moneyOf(follow.waived))}</span>
      )}
    </span>
  );
}
