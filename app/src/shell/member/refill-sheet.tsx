// Starts a new run of practice money. The safe choice keeps the current run; the sheet shows what is reset and kept.
import { formatMoney } from '@maru/client/format-amount';
import { refillPractice } from '@maru/contract/account/calls';
import { siteDnw } from '@maru/contract/site';
import { useState } from 'react';
import { accountWords } from '../../text/account.ts';
import { useText, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { useAlerts } from '../messages/alert.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import './refill-sheet.css';
import { useAnswer } from '../connection/use-answer.ts';
import { useCall } from '../connection/use-call.ts';
import { useToasts } from '../messages/toasts.tsx';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}

const WALLET = 'BINARY';
const CHOICES = ['1000000', '10000000', '100000000'] as const;

export function RefillSheet({ open, onClose }: Props) {
  const { shell } = useText();
  const words = useWords(accountWords);
  const wallets = useWatched(usePlatform().wallets);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(refillPractice);
  const limits = useAnswer(siteDnw, open ? {} : null);
  const [choice, setChoice] = useState<string>(CHOICES[1]);
  const [isOwn, setIsOwn] = useState(false);
  const wallet = wallets.reply?.[WALLET];
  const currency = wallet?.currency ?? 'KRW';
  const unit = currency === 'KRW' ? words.won : currency;
  const now = formatMoney(wallet?.point, currency).figure;
  const figure = formatMoney(choice === '' ? undefined : choice, currency).figure;
  const after = currency === 'KRW' ? words.inWon(figure) : `${figure} ${unit}`;
  const most = limits.reply?.refillMost[currency] ?? CHOICES[2];
  const labels = [words.refillMillion, words.refillTenMillion, words.refillHundredMillion];

  async function refill() {
    const outcome = await send({ body: { walletType: WALLET, point: choice } });
    if (!outcome) return;
    if (!outcome.ok) return alerts.show(outcome.message);
    onClose();
    toasts.show({ kind: 'order', title: words.refilled, figure: after });
  }

  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.refillRow}
      closeLabel={shell.close}
      action={
        <div className="refill-sheet__actions">
          <Button
            kind="tonal"
            disabled={choice === ''}
            busy={busy}
            busyLabel={words.refilling}
            onPress={() => void refill()}
          >
            {choice === '' ? words.refillDoNone : words.refillDo(after)}
          </Button>
          <Button onPress={onClose}>{words.refillContinue}</Button>
        </div>
      }
    >
      <p className="refill-sheet__now">
        <span>{words.refillNow}</span>
        <strong className="figure">
          {now}
          <small>{unit}</small>
        </strong>
      </p>
      <h3 className="refill-sheet__title">{words.refillAfter}</h3>
      <ChipRow label={words.refillAfter}>
        {CHOICES.map((amount, index) => (
          <Chip
            key={amount}
            shape="square"
            pressed={!isOwn && choice === amount}
            onPress={() => {
              setIsOwn(false);
              setChoice(amount);
            }}
          >
            {labels[index]}
          </Chip>
        ))}
        <Chip shape="square" pressed={isOwn} onPress={() => setIsOwn(true)}>
          {words.refillOwn}
        </Chip>
      </ChipRow>
      {isOwn && (
        <NumberField
          label={words.refillAfter}
          name="refill"
          surface="sheet"
          precision={0}
          min="0"
          max={most}
          unit={unit}
          value={choice}
          onChange={setChoice}
        />
      )}
      <div className="refill-sheet__effects">
        <section>
          <h3>{words.refillGoesTitle}</h3>
          <p className="text-note">{words.refillGoes}</p>
        </section>
        <section>
          <h3>{words.refillStaysTitle}</h3>
          <p className="text-note">{words.refillStays}</p>
        </section>
      </div>
    </BottomSheet>
  );
}
