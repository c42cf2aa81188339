// Follows that have ended: what each one brought after all costs.
import { directionOf } from '@maru/client/format';
import { formatDate } from '@maru/client/format-date';
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { toneClass } from '../../market/prices/tone-class.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { Link } from '../../shell/routing/router.tsx';
import { copytradeMineWords } from '../../text/copytrade-mine.ts';
import { useWords } from '../../text/language.tsx';
import { profitText } from '../figures.ts';

export function PastFollows({ follows }: { readonly follows: readonly WireFollow[] }) {
  const words = useWords(copytradeMineWords);
  const { money } = useMoneyText('USDT');
  if (follows.length === 0) return null;
  return (
    <section className="copy-block" aria-labelledby="copy-past">
      <h2 id="copy-past" className="text-heading">
        {words.past}
      </h2>
      <ul>
        {follows.map((follow) => (
          <li key={follow.traderFollowerId} className="copy-record">
            <span className="copy-record__words">
              <Link to={`/copytrade/${follow.traderId}`} className="copy-record__link">
                <b className="text-cut">{follow.traderNick}</b>
              </Link>{' '}
              <small className="figure">
                {words.pastLine(
                  formatDate(follow.startedMillis),
                  formatDate(follow.endedMillis ?? undefined),
                )}
              </small>
            </span>{' '}
            <span className="copy-record__end">
              <b className={`figure${toneClass(directionOf(follow.net))}`}>{profitText(follow.net)}</b>{' '}
              {follow.endedBy !== null && <small>{words.endedBy[follow.endedBy]}</small>}{' '}
              {/[1-9]/.test(follow.waived) && <small>{words.waived(money(follow.waived))}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
