// Starts a new run of practice money. The safe choice keeps the current run; the sheet shows what is reset and kept.
import { formatMoney, formatRoe } from '@maru/client/format-amount';
import { refillPractice } from '@maru/contract/account/calls';
import { practiceRun } from '@maru/contract/account/practice';
import type { WalletPoint } from '@maru/contract/fields';
import { myLimits } from '@maru/contract/limits/calls';
import { siteDnw } from '@maru/contract/site';
import { PLACES, parseUnits, toDecimal } from '@maru/engine/amount';
import { DAY_MS } from '@maru/engine/time';
import { useState } from 'react';
import { accountWords } from '../../text/account.ts';
import { useText, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { useAlerts } from '../messages/alert.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import './refill-sheet.css';
import { useAnswer } from '../connection/use-answer.ts';
import { useCall } from '../connection/use-call.ts';
import { useToasts } from '../messages/toasts.tsx';
import { useMoneyText } from '../money-text.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly wallet?: string;
}

const USUAL_WALLET = 'BINARY';
/** Until the site has answered. */
const USUAL_MOST = '100000000';

/** A hundredth and a tenth of the most that the site allows, and all of it; none until that is known. */
function choicesOf(most: string | undefined): readonly string[] {
  const units = parseUnits(most ?? '0') ?? 0n;
  return units === 0n ? [] : [100n, 10n, 1n].map((share) => toDecimal(units / share));
}

export function RefillSheet({ open, onClose, wallet: type = USUAL_WALLET }: Props) {
  const { shell } = useText();
  const words = useWords(accountWords);
  const wallets = useWatched(usePlatform().wallets);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send } = useCall(refillPractice);
  const limits = useAnswer(siteDnw, open ? {} : null);
  const [chosen, setChosen] = useState<string>();
  const [isOwn, setIsOwn] = useState(false);
  const wallet = wallets.reply?.[type];
  const currency = wallet?.currency ?? 'KRW';
  const isWon = currency === 'KRW';
  const unit = isWon ? words.won : currency;
  const most = limits.reply?.refillMost[currency] ?? (isWon ? USUAL_MOST : undefined);
  const choices = choicesOf(most);
  const choice = chosen ?? choices[1] ?? '';
  const figure = formatMoney(choice === '' ? undefined : choice, currency).figure;
  const after = isWon ? words.inWon(figure) : `${figure} ${unit}`;
  const wonWords: Readonly<Record<string, string>> = {
    '1000000': words.refillMillion,
    '10000000': words.refillTenMillion,
    '100000000': words.refillHundredMillion,
  };
  const labelOf = (amount: string) =>
    (isWon && words.refillChip[amount]) || formatMoney(amount, currency).figure;

  async function refill() {
    const outcome = await send({ body: { walletType: type, point: choice } });
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
            {choice === ''
              ? words.refillDoNone
              : words.refillDo(isWon && wonWords[choice] ? wonWords[choice] : after)}
          </Button>
          <Button onPress={onClose}>{words.refillContinue}</Button>
        </div>
      }
    >
      <CurrentRun isOpen={open} type={type} wallet={wallet} />
      <h3 className="refill-sheet__title">{words.refillAfter}</h3>
      <ChipRow label={words.refillAfter}>
        {choices.map((amount) => (
          <Chip
            key={amount}
            shape="square"
            pressed={!isOwn && choice === amount}
            onPress={() => {
              setIsOwn(false);
              setChosen(amount);
            }}
          >
            {labelOf(amount)}
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
          precision={isWon ? 0 : PLACES}
          min="0"
          {...(most === undefined ? {} : { max: most })}
          unit={unit}
          value={choice}
          onChange={setChosen}
        />
      )}
      <div className="refill-sheet__effects">
        <section>
          <h3>{words.refillGoesTitle}</h3>
          <Lines of={words.refillGoes} />
        </section>
        <section>
          <h3>{words.refillStaysTitle}</h3>
          <Lines of={words.refillStays} />
        </section>
      </div>
      <LossLimit isOpen={open} />
    </BottomSheet>
  );
}

/** What is free, set aside for trades or held: all of it ends with the run. */
function balanceOf(wallet: WalletPoint): bigint {
  const { point, gameWaitPoint, withdrawHold = '0', convertHold = '0', debt = '0' } = wallet;
  return [point, gameWaitPoint, withdrawHold, convertHold, debt].reduce(
    (sum, part) => sum + (parseUnits(part) ?? 0n),
    0n,
  );
}

interface RunProps {
  readonly isOpen: boolean;
  readonly type: string;
  readonly wallet: WalletPoint | undefined;
}

function CurrentRun({ isOpen, type, wallet }: RunProps) {
  const words = useWords(accountWords);
  const { clock } = usePlatform();
  const run = useAnswer(practiceRun, isOpen ? { walletType: type } : null).reply?.run ?? undefined;
  const currency = wallet?.currency ?? 'KRW';
  const { money, unit } = useMoneyText(currency);
  const now = wallet && balanceOf(wallet);
  const start = parseUnits(run?.start ?? '0') ?? 0n;
  // In percent with eight places, as amounts are.
  const result =
    now === undefined || start === 0n || run?.hasOtherMoney !== false
      ? undefined
      : toDecimal(((now - start) * 10n ** BigInt(PLACES + 2)) / start);
  return (
    <dl className="refill-sheet__now">
      <div>
        <dt>
          {run === undefined
            ? words.refillNow
            : words.refillNowDays(Math.max(0, Math.floor((clock.now() - run.startedMillis) / DAY_MS)) + 1)}
        </dt>
        <dd className="figure">
          {formatMoney(now === undefined ? undefined : toDecimal(now), currency).figure}
          <small>{unit}</small>
        </dd>
      </div>
      {run !== undefined && (
        <div>
          <dt>{words.refillStart(money(run.start))}</dt>
          {result !== undefined && (
            <dd className={`figure refill-sheet__result ${signClass(result)}`}>{formatRoe(result)}</dd>
          )}
        </div>
      )}
    </dl>
  );
}

const signClass = (text: string): string =>
  text.startsWith('-') ? 'figure--down' : /[1-9]/.test(text) ? 'figure--up' : 'figure--flat';

/** A new run is no way around a limit of one's own: what was lost today stays counted. */
function LossLimit({ isOpen }: { readonly isOpen: boolean }) {
  const words = useWords(accountWords);
  const { money } = useMoneyText('KRW');
  const limit = useAnswer(myLimits, isOpen ? {} : null).reply?.limits.find(({ kind }) => kind === 'LOSS');
  if (limit === undefined || limit.value === null) return null;
  return (
    <p className="refill-sheet__limit text-note">
      <Icon name="info" size={18} />
      <span>{/[1-9]/.test(limit.used) ? words.refillLimit(money(limit.used)) : words.refillLimitUnused}</span>
    </p>
  );
}

const Lines = ({ of }: { readonly of: readonly string[] }) => (
  <ul>
    {of.map((line) => (
      <li key={line} className="text-note">
        {line}
      </li>
    ))}
  </ul>
);
