// One trader in the list: the return of thirty days beside its drawdown, and what followers earned of it.
import { directionOf } from '@maru/client/format';
import type { TraderCard } from '@maru/contract/copytrade/wire';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { Link } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Spark } from '../../ui/figures/spark.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { countText, plainPercent, signedPercent } from '../figures.ts';
import type { Pairs } from '../use-pairs.ts';
import './trader-row.css';

interface Props {
  readonly trader: TraderCard;
  readonly pairs: Pairs;
  /** I follow this one. */
  readonly isMine: boolean;
  /** It is me. */
  readonly isSelf: boolean;
}

export function TraderRow({ trader, pairs, isMine, isSelf }: Props) {
  const words = useWords(copytradeWords);
  const { signed } = useMoneyText('USDT');
  const { traderId, nick, followers, quota, statistics } = trader;
  const { return30, winRate30, maxDrawdown30, followerProfit30 } = statistics;
  const direction = directionOf(return30 ?? undefined);
  const isClosed = trader.isFull || !trader.isAccepting;
  return (
    <Link to={`/copytrade/${traderId}`} className="trader-row">
      <span className="trader-row__head">
        <Tile shape="round">{firstLetter(nick)}</Tile>
        <span className="text-stack">
          <span className="trader-row__name">
            <b className="trader-row__nick text-cut">{nick}</b>{' '}
            {isSelf && <Badge tone="brass">{words.self}</Badge>}
            {isMine && <Badge tone="brass">{words.following}</Badge>}
            {!isMine && trader.status === 'OFF' && <Badge>{words.switchedOff}</Badge>}
            {!isMine && trader.status === 'ACTIVE' && isClosed && <Badge>{words.full}</Badge>}
          </span>{' '}
          <span className="trader-row__meta text-micro">
            <Icon name="users" size={13} weight={2} />
            <span className="unseen">{words.followersOf(countText(followers), countText(quota))}</span>
            <span className="text-cut">
              <span className="figure" aria-hidden="true">
                {countText(followers)}/{countText(quota)}
              </span>
              {' · '}
              {pairs.textOf(trader.pairs)}
            </span>
          </span>
        </span>
        <span className="trader-row__way">
          <Icon name="chevron-right" size={18} />
        </span>
      </span>{' '}
      <span className="trader-row__figures">
        <span className="trader-row__return">
          <span className="text-micro">{words.return30}</span>{' '}
          <b className={`figure${toneClass(direction)}`}>{signedPercent(return30)}</b>
        </span>
        {/* Each value is that of the end of a day: before the first one nothing was earned. */}
        {trader.spark.length > 1 && <Spark size="card" values={[0, ...trader.spark]} direction={direction} />}
        <span className="trader-row__risk text-micro">
          <span>
            {words.winRate30} <b className="figure">{plainPercent(winRate30)}</b>
          </span>{' '}
          <span>
            {words.drawdown30} <b className="figure">{plainPercent(maxDrawdown30)}</b>
          </span>
        </span>
      </span>{' '}
      <span className="trader-row__followers text-micro">
        {words.followerProfit30}{' '}
        <b className={`figure${toneClass(directionOf(followerProfit30))}`}>{signed(followerProfit30)}</b>
      </span>
    </Link>
  );
}

export const firstLetter = (nick: string): string => [...nick][0] ?? '';
