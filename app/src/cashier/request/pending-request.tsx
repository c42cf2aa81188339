// The request of this kind that is on its way: above the button of its page, and a link to its steps.
import { formatClock } from '@maru/client/format-date';
import { dnwList } from '@maru/contract/cashier/calls';
import type { DnwRow } from '@maru/contract/cashier/wire';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { Link } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import './pending-request.css';
import { readAfterRequests } from './request-patches.ts';

export type Asked = 'D' | 'W' | 'WB' | 'WS';

/** Requested, and taken in hand. */
const OPEN = '0,4';

export function usePendingRequest(type: Asked): { readonly request: DnwRow | undefined; reload(): void } {
  const answer = useAnswer(dnwList, { typeStrs: type, statusStrs: OPEN, size: 1 }, readAfterRequests());
  return { request: answer.reply?.content[0], reload: answer.reload };
}

export function PendingRequest({ request }: { readonly request: DnwRow | undefined }) {
  const words = useWords(cashierWords);
  const { money } = useMoneyText(request?.currency ?? 'KRW');
  if (request === undefined) return null;
  const time = formatClock(request.createdMillis);
  const amount = money(request.point);
  const line =
    request.type === 'D'
      ? words.pendingDeposit(time, amount)
      : request.type === 'W'
        ? words.pendingWithdraw(time, amount)
        : words.pendingOther(time, amount);
  return (
    <Link to={`/wallet/dnw_history?request=${request.id}`} className="pending-request">
      <Badge tone="brass">{request.status === 4 ? words.takenInHand : words.checking}</Badge>
      <span className="pending-request__line text-note figure text-cut">{line}</span>
      <Icon name="chevron-right" size={16} />
    </Link>
  );
}
