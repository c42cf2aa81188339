// The question before confirmed shares are paid: what exactly would be paid of the chosen partner up to the chosen day. A
// payment takes every wallet of a partner and every day before, so no row of the list says it.
import type { ReceivedReply } from '@maru/client/call';
import { paySettlement, previewPayment } from '@maru/contract/partner/settlement';
import { useState } from 'react';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { Facts, Notice } from '../parts/facts.tsx';
import { Field } from '../parts/form.tsx';
import { dayOf } from '../parts/moments.ts';
import { amountOf, moneyOf } from '../parts/money.ts';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/settlement.ts';
import { words as shell } from '../text/shell.ts';
import { sumsText } from './settlement-words.ts';

interface Props {
  /** One partner alone; all of them without it. */
  readonly share:
    | { readonly partnerId: number; readonly code: string; readonly throughDate: string }
    | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function PayDialog({ share, onClose, onChanged }: Props) {
  const office = useOffice();
  const paying = useAct(paySettlement);
  const [through, setThrough] = useState(() => share?.throughDate ?? dayOf(office.timers.now()));
  const chosen = { throughDate: through, ...(share === undefined ? {} : { partnerId: share.partnerId }) };
  const preview = useRead(previewPayment, chosen);
  // What was read for another day is not what is paid up to this one.
  const shown = preview.isLoading || preview.fault !== undefined ? undefined : preview.data;
  async function send(reason: string): Promise<void> {
    if (shown === undefined) return;
    const outcome = await paying.act({ ...chosen, digest: shown.digest, reason });
    onChanged();
    if (!outcome.ok && outcome.code === 'SETTLEMENT_CHANGED') {
      // The question stays, with what would be paid now.
      await preview.reload();
      return;
    }
    if (outcome.ok) {
      const { paid, sums, hasMore } = outcome.reply;
      office.toast('good', hasMore ? words.payMore : words.paid(paid, sumsText(sums)));
    }
    onClose();
  }
  return (
    <ReasonDialog
      open
      title={share === undefined ? words.payTitle : words.payTitleOf(share.code)}
      confirm={words.pay}
      canConfirm={shown !== undefined && shown.sums.length > 0}
      busy={paying.isBusy}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    >
      <p>{words.paySentence}</p>
      <Field
        label={words.through}
        type="date"
        value={through}
        onChange={(date) => date !== '' && setThrough(date)}
      />
      {preview.fault !== undefined && <p role="alert">{preview.fault.message}</p>}
      {preview.isLoading && <p role="status">{shell.loading}</p>}
      {shown !== undefined && <Payable preview={shown} />}
    </ReasonDialog>
  );
}

function Payable({ preview: { sums, hasMore } }: { readonly preview: ReceivedReply<typeof previewPayment> }) {
  if (sums.length === 0) return <p role="status">{words.nothingToPay}</p>;
  const count = (of: number): string => moneyOf(String(of));
  return (
    <>
      <Facts
        facts={sums.map(({ currency, amount, shares, partners }) => ({
          label: words.payable(currency, count(shares), count(partners)),
          value: <b>{amountOf(amount, currency)}</b>,
        }))}
      />
      {hasMore && <Notice>{words.manyShares}</Notice>}
    </>
  );
}
