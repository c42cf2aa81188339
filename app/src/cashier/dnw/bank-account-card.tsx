// The bank account that a deposit is sent to, with the name that its sender must have.
import type { ReceivedReply } from '@maru/client/call';
import type { depositAccount } from '@maru/contract/cashier/calls';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import type { Answered } from '../../shell/connection/use-answer.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { AccountLines } from '../request/account-lines.tsx';
import './bank-account-card.css';

export function BankAccountCard({
  account,
}: {
  readonly account: Answered<ReceivedReply<typeof depositAccount>>;
}) {
  const words = useWords(cashierWords);
  if (account.state === 'failed')
    return <LoadFailed title={words.failed} message={account.message} onRetry={account.reload} />;
  const known = account.reply;
  if (known === undefined)
    return (
      <Card label={words.depositAccount}>
        <Skeleton height={124} radius={12} />
      </Card>
    );
  return (
    <Card label={words.depositAccount}>
      <AccountLines title={words.depositAccountAt(known.bankName)} account={known} />
      <p className="bank-account__sender">
        <span className="text-caption">{words.sender}</span>
        <b>{known.sender}</b>
      </p>
    </Card>
  );
}
