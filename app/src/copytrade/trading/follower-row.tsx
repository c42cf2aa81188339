// One follower as their trader sees them: a masked name, what they may invest, and what they earned after the share.
import { directionOf } from '@maru/client/format';
import type { WireFollower } from '@maru/contract/copytrade/wire';
import type { ReactNode } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { centsOf, countText, profitText } from '../figures.ts';
import { firstLetter } from '../list/trader-row.tsx';

interface Props {
  readonly follower: WireFollower;
  /** With what is in use and the number of copies. */
  readonly isWhole?: boolean;
  /** At the right of the row. */
  readonly children?: ReactNode;
}

export function FollowerRow({ follower, isWhole = false, children }: Props) {
  const words = useWords(copytradeTradingWords);
  const { money } = useMoneyText('USDT');
  return (
    <li className="copy-row">
      <Tile shape="round">{firstLetter(follower.nick)}</Tile>
      <span className="copy-row__words">
        <span className="copy-row__head">
          <b className="text-cut">{follower.nick}</b>{' '}
          {follower.state === 'DETACHED' ? (
            <Badge tone="warn">{words.detached}</Badge>
          ) : (
            follower.isPaused && <Badge>{words.paused}</Badge>
          )}
        </span>{' '}
        <small className="figure">{words.invested(money(follower.maxBet))}</small>{' '}
        {isWhole && (
          <>
            <small className="figure">{words.usedOf(money(centsOf(follower.usedMargin)))}</small>{' '}
            <small className="figure">
              {words.copies(countText(follower.copied), countText(follower.missed))}
            </small>
          </>
        )}
      </span>{' '}
      <span className="copy-row__end">
        <b className={`figure${toneClass(directionOf(follower.net))}`}>{profitText(follower.net)}</b>{' '}
        <small>{words.afterShare}</small>
      </span>
      {children}
    </li>
  );
}
