// My follow above the list of traders (picture 12): what is invested, what is open, and what was earned after all costs.
import { directionOf } from '@maru/client/format';
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { toDecimal } from '@maru/engine/amount';
import type { ReactNode } from 'react';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { Link } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { centsOf, profitText } from '../figures.ts';
import { FollowBadge } from '../follow-badge.tsx';
import { sumOfProfits, useCopyProfits } from '../use-copy-profits.ts';
import './my-follow-card.css';

export function MyFollowCard({ follow }: { readonly follow: WireFollow }) {
  const words = useWords(copytradeWords);
  const { money } = useMoneyText('USDT');
  const open = sumOfProfits(follow.copies, useCopyProfits(follow.copies));
  const unrealised = open === undefined ? undefined : toDecimal(open);
  return (
    <Link to="/copytrade/mine" className="my-follow">
      <span className="unseen">{words.myFollow} </span>
      <span className="my-follow__head">
        <FollowBadge follow={follow} />
        <b className="text-strong text-cut">{follow.traderNick}</b>
        <span className="my-follow__way text-note">
          {words.manage}
          <Icon name="chevron-right" size={14} weight={2} />
        </span>
      </span>
      <span className="my-follow__figures">
        <Figure name={words.invested}>{money(centsOf(follow.averageInvested))}</Figure>
        <Figure name={words.unrealised} tone={toneClass(directionOf(unrealised))}>
          {profitText(unrealised)}
        </Figure>
        <Figure name={words.earned} tone={toneClass(directionOf(follow.net))}>
          {profitText(follow.net)}
        </Figure>
      </span>
    </Link>
  );
}

interface FigureProps {
  readonly name: string;
  readonly tone?: string;
  readonly children: ReactNode;
}

const Figure = ({ name, tone = '', children }: FigureProps) => (
  <span className="my-follow__figure">
    <span className="text-micro">{name}</span> <b className={`figure${tone}`}>{children}</b>
  </span>
);
