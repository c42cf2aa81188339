// Shares of profit that followers paid, newest first, with their totals.
import type { ReceivedReply } from '@maru/client/call';
import { formatDateTime } from '@maru/client/format-date';
import { shareHistory } from '@maru/contract/copytrade/history';
import { copyPatches } from '../../futures/copied/use-my-copy.ts';
import { PagedList } from '../../receipt/paged-list.tsx';
import { usePages } from '../../receipt/use-pages.ts';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { profitText } from '../figures.ts';
import { useReadForFollowers } from './use-read-for-followers.ts';

type ShareRow = ReceivedReply<typeof shareHistory>['content'][number];

export function SharesPanel() {
  const words = useWords(copytradeTradingWords);
  const { money } = useMoneyText('USDT');
  // The totals come with every page; the list keeps the rows alone.
  const first = useAnswer(shareHistory, { page: 0, size: 1 }, copyPatches);
  // What is due moves with every copy that a follower closes.
  useReadForFollowers(first);
  const totals = first.reply?.totals;
  const pages = usePages<ShareRow, typeof shareHistory>(shareHistory, {}, copyPatches);
  return (
    <section className="copy-block" aria-label={words.tabs.shares}>
      <KeyValueList framed>
        <KeyValue name={words.paid30} strong>
          {money(totals?.paid30)}
        </KeyValue>
        <KeyValue name={words.paidAll} strong>
          {money(totals?.paid)}
        </KeyValue>
        <KeyValue name={words.due} strong>
          {money(totals?.due)}
        </KeyValue>
      </KeyValueList>
      <p className="shares-panel__lead text-caption">{words.shareLead}</p>
      <PagedList
        pages={pages}
        skeleton={{ count: 5, height: 60 }}
        failedTitle={words.sharesFailed}
        saysEnd={false}
        empty={<StatePanel kind="empty" title={words.noShares} sentence={words.noSharesLead} />}
      >
        <ul aria-label={words.tabs.shares}>
          {pages.items.map((row) => (
            <li key={row.id} className="copy-row">
              <span className="copy-row__words">
                <span className="copy-row__head">
                  <b className="text-cut">{row.nick}</b> <small>{words.kinds[row.kind]}</small>
                </span>{' '}
                <small className="figure">
                  {words.shareOf(money(row.total))} · {formatDateTime(row.atMillis).slice(5)}
                </small>
              </span>{' '}
              <span className="copy-row__end">
                <b className="figure">{profitText(row.share)}</b>{' '}
                {/[1-9]/.test(row.waived) && (
                  <small className="figure">{words.waived(money(row.waived))}</small>
                )}
              </span>
            </li>
          ))}
        </ul>
      </PagedList>
    </section>
  );
}
