// The member's bets on an R type, one line for each round and side: running ones are solid, waiting ones outlined.
import { directionOf, formatDecimal } from '@maru/client/format';
import type { Watched } from '@maru/client/store';
import type { PacedQuote } from '../../market/prices/paced-quote.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { useWatched } from '../../shell/platform.tsx';
import { binaryWords } from '../../text/binary.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon, Triangle } from '../../ui/icons/icon.tsx';
import './bet-groups.css';
import './bet-line.css';
import type { BetGroup } from '../trade/rent-view.ts';
import { type Market, profitOfAll, stakeOfAll } from './bet-view.ts';
import { shortStake } from './short-stake.ts';

interface Props {
  readonly groups: readonly BetGroup[];
  /** Contains the opening price of the running round. */
  readonly market: Market;
  readonly paced: Watched<PacedQuote>;
  readonly now: number;
  /** `02:58`, with seconds where rounds start between minutes. */
  readonly timeOf: (at: number) => string;
  readonly none: string;
  readonly onPress: () => void;
}

export function BetGroups({ groups, none, ...rest }: Props) {
  const words = useWords(binaryWords);
  if (groups.length === 0) return <p className="bet-line bet-line--none">{none}</p>;
  return (
    <ul className="bet-groups" aria-label={words.myBets}>
      {groups.map((group) => (
        <li key={`${group.tradeRoundId} ${group.direction}`} className="bet-groups__row">
          <GroupRow group={group} isAlone={groups.length === 1} {...rest} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps extends Omit<Props, 'groups' | 'none'> {
  readonly group: BetGroup;
  readonly isAlone: boolean;
}

function GroupRow({ group, isAlone, market, paced, now, timeOf, onPress }: RowProps) {
  const words = useWords(binaryWords);
  const { language } = useLanguage();
  const { money } = useMoneyText(market.currency);
  const { direction, state, bets } = group;
  const no = group.no === undefined ? undefined : formatDecimal(String(group.no));
  const stake = stakeOfAll(bets);
  // A single waiting row has room for the whole figure, with the round at the right.
  const isRoomy = isAlone && state === 'waiting';
  return (
    <>
      <Badge tone={state === 'waiting' ? `outlined-${direction}` : `solid-${direction}`}>
        <span className="bet-line__side">
          <Triangle direction={direction} />
          {words[direction]}
        </span>
      </Badge>
      <span className="bet-groups__stake">
        <b className="figure">{isRoomy ? money(stake) : shortStake(stake, language)}</b>
        {!isRoomy && no !== undefined && (
          <span className="bet-line__quiet figure">{words.roundNumber(no)}</span>
        )}
        {bets.length > 1 && (
          <span className="bet-line__quiet bet-groups__count">{words.betsCount(bets.length)}</span>
        )}
      </span>
      {state === 'judging' && <Badge tone="brass">{words.judging}</Badge>}
      {state === 'running' && <IfOverNow bets={bets} market={market} paced={paced} now={now} />}
      {state === 'waiting' && (
        <span className="bet-line__state figure">
          {isRoomy && no !== undefined ? words.startsBefore(no) : words.waitsBefore}
          <b>{timeOf(group.openMillis)}</b>
          {isRoomy ? words.startsAfter : words.waitsAfter}
        </span>
      )}
      <button type="button" className="bet-groups__open" aria-label={words.seeBets} onClick={onPress}>
        <Icon name="chevron-right" size={18} />
      </button>
    </>
  );
}

/** A longer figure leaves no room for words on a phone; its sign and colour have the same meaning. */
const MOST_BESIDE_WORDS = 9;

/** A component of its own, so that a tick renders one figure. */
function IfOverNow({
  bets,
  market,
  paced,
  now,
}: Pick<RowProps, 'market' | 'paced' | 'now'> & Pick<BetGroup, 'bets'>) {
  const words = useWords(binaryWords);
  const { signed } = useMoneyText(market.currency);
  const profit = profitOfAll(bets, market, { last: useWatched(paced).quote?.lastPrice, now });
  if (profit === undefined) return <span className="bet-line__state">{words.baseUnknown}</span>;
  const direction = directionOf(profit);
  const figure = signed(profit);
  const isLong = figure.length > MOST_BESIDE_WORDS;
  return (
    <span className={`bet-line__state bet-groups__outcome${isLong ? ' bet-groups__outcome--long' : ''}`}>
      <span className="bet-groups__lead">{words.ifOverNow}</span>{' '}
      <span>
        <span className="bet-groups__word">{words.outcome[direction]} </span>
        <b className={`figure bet-line__profit--${direction}`}>{figure}</b>
      </span>
    </span>
  );
}
