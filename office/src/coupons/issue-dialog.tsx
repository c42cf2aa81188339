// Asking for a coupon. The code is shown once, to who asked; colleagues and the history know its first letters only.
import { askCoupon } from '@maru/contract/cashier/office';
import { useState } from 'react';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Field, Select, TextArea } from '../parts/form.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/coupons.ts';
import { words as shell } from '../text/shell.ts';

const WALLETS = ['BINARY', 'FUTURES', 'USDT'] as const;
const MOST_USES = 10_000;
const KOREA = '+09:00';
const SHORTEST_REASON = 2;

interface Form {
  readonly wallet: (typeof WALLETS)[number];
  readonly point: string;
  readonly uses: string;
  readonly turnover: string;
  readonly until: string;
  readonly reason: string;
}

const EMPTY: Form = { wallet: 'BINARY', point: '', uses: '1', turnover: '1', until: '', reason: '' };

/** A moment of a Korean clock, whatever the machine's zone. */
const momentOf = (local: string): number => Date.parse(`${local}:00${KOREA}`);

function wrongOf({ point, uses, until, reason }: Form, now: number) {
  const isPoint = /^\d{1,15}(\.\d{1,8})?$/.test(point) && Number(point) > 0;
  const isUses = /^\d{1,5}$/.test(uses) && Number(uses) >= 1 && Number(uses) <= MOST_USES;
  return {
    point: isPoint ? undefined : words.wrong.point,
    uses: isUses ? undefined : words.wrong.uses,
    until: momentOf(until) > now ? undefined : words.wrong.until,
    reason: reason.trim().length >= SHORTEST_REASON ? undefined : shell.reasonNeeded,
  };
}

export function IssueDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const office = useOffice();
  const { act, isBusy } = useAct(askCoupon);
  const [form, setForm] = useState(EMPTY);
  const [wasTried, setWasTried] = useState(false);
  const [code, setCode] = useState<string>();
  const wrong = wrongOf(form, office.timers.now());
  const shown = wasTried ? wrong : { point: undefined, uses: undefined, until: undefined, reason: undefined };
  const set = (own: Partial<Form>) => setForm({ ...form, ...own });

  function close(): void {
    setForm(EMPTY);
    setWasTried(false);
    setCode(undefined);
    onClose();
  }
  async function send(): Promise<void> {
    setWasTried(true);
    if (Object.values(wrong).some((each) => each !== undefined)) return;
    const outcome = await act({
      ...{ walletTypes: [form.wallet], point: form.point, uses: Number(form.uses) },
      ...{ turnover: form.turnover === '' ? '0' : form.turnover, untilMillis: String(momentOf(form.until)) },
      reason: form.reason.trim(),
    });
    if (outcome.ok) setCode(outcome.reply.promoCode);
  }
  if (code !== undefined)
    return (
      <ConfirmDialog open title={words.codeTitle} confirm={words.codeDone} onClose={close} onConfirm={close}>
        <p>{words.codeSentence}</p>
        <p>
          <b className="figure">{code}</b>
        </p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      open={open}
      title={words.issueTitle}
      confirm={words.send}
      busy={isBusy}
      takesTwo
      onClose={close}
      onConfirm={() => void send()}
    >
      <p>{words.issueSentence}</p>
      <Select
        label={words.wallet}
        value={form.wallet}
        choices={WALLETS.map((value) => ({ value, label: value }))}
        onChange={(wallet) => set({ wallet })}
      />
      <Field
        label={words.point}
        value={form.point}
        error={shown.point}
        inputMode="decimal"
        isFirst
        onChange={(point) => set({ point: point.replaceAll(',', '') })}
      />
      <Field
        label={words.uses}
        value={form.uses}
        error={shown.uses}
        inputMode="numeric"
        onChange={(uses) => set({ uses })}
      />
      <Field
        label={words.turnoverLabel}
        value={form.turnover}
        inputMode="decimal"
        onChange={(turnover) => set({ turnover })}
      />
      <Field
        label={words.until}
        type="datetime-local"
        value={form.until}
        error={shown.until}
        onChange={(until) => set({ until })}
      />
      <TextArea
        label={words.reason}
        value={form.reason}
        maxLength={200}
        error={shown.reason}
        onChange={(reason) => set({ reason })}
      />
    </ConfirmDialog>
  );
}
