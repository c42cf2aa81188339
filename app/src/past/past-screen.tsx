// The account at a moment of the past: a slider over the equity line, steps between events, and what there was then.

import { formatDecimal } from '@maru/client/format';
import { formatDay } from '@maru/client/format-date';
import { formatTimeOfDay } from '@maru/client/format-time';
import {
  type EquityPoint,
  type PastAccount,
  type PastStep,
  walletEquity,
  walletPast,
  walletPastExport,
} from '@maru/contract/past/calls';
import { amount, minus, toDecimal } from '@maru/engine/amount';
import { useState } from 'react';
import { saveJson } from '../receipt/proof-files.tsx';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { type Answered, useAnswer } from '../shell/connection/use-answer.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { HeaderEnd } from '../shell/layouts/header-end.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { useMoneyText } from '../shell/money-text.ts';
import { usePlatform } from '../shell/platform.tsx';
import { useEntryState } from '../shell/routing/entry-state.ts';
import { useRouter } from '../shell/routing/router.tsx';
import { useLanguage, useWords } from '../text/language.tsx';
import { pastWords } from '../text/past.ts';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { Dock } from '../ui/layout/dock.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { Note } from '../ui/states/note.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import { eventWord } from './event-word.ts';
import { MomentSheet } from './moment-sheet.tsx';
import { MomentSlider } from './moment-slider.tsx';
import { OpenRows } from './open-rows.tsx';
import './past-screen.css';
import { WalletRows } from './wallet-rows.tsx';

/** A moment, an event of the account, or now. */
type Moment = { readonly at: number } | { readonly seq: number } | Record<string, never>;

const NOW: Moment = {};

/** A link may name the moment: `?at=1763400000000`. */
function momentIn(search: string): Moment {
  const at = Number(new URLSearchParams(search).get('at') ?? 'none');
  return Number.isSafeInteger(at) && at > 0 ? { at } : NOW;
}

export function PastScreen() {
  const words = useWords(pastWords);
  const { history } = useRouter();
  const [moment, setMoment] = useEntryState<Moment>('moment', momentIn(history.location.search));
  const equity = useAnswer(walletEquity, {});
  const answer = useAnswer(walletPast, moment);
  const account = useKept(answer.reply);
  if (account === undefined) {
    if (answer.state === 'failed') return <Failed answer={answer} onMoment={setMoment} />;
    return <SkeletonRows count={6} tile={false} />;
  }
  const points = withNow(equity.reply?.points ?? [], account);
  return (
    <>
      <Help />
      <div
        className={answer.reply === undefined ? 'past-screen past-screen--loading' : 'past-screen'}
        aria-busy={answer.reply === undefined}
      >
        <Head account={account} points={points} />
        <Line account={account} points={points} onMoment={setMoment} />
        <Steps account={account} onMoment={setMoment} />
        {answer.state === 'failed' && <Failed answer={answer} onMoment={setMoment} />}
        <WalletRows account={account} />
        <OpenRows account={account} />
        <div className="past-screen__note">
          <Note>{words.proof(formatDecimal(String(account.eventId)))}</Note>
          {account.isPartial && <Note tone="warn">{words.partial}</Note>}
        </div>
      </div>
      <End account={account} onNow={() => setMoment(NOW)} />
    </>
  );
}

interface FailedProps {
  readonly answer: Extract<Answered<PastAccount>, { readonly state: 'failed' }>;
  readonly onMoment: (moment: Moment) => void;
}

/** A moment that was archived is not asked for again: the earliest one that is left is offered. */
function Failed({ answer: { message, sinceMillis, reload }, onMoment }: FailedProps) {
  const words = useWords(pastWords);
  const momentText = useMomentText();
  if (sinceMillis === undefined)
    return <LoadFailed title={words.failed} message={message} onRetry={reload} />;
  return (
    <StatePanel
      kind="empty"
      title={words.archived}
      sentence={words.archivedLead(momentText(sinceMillis))}
      action={{ label: words.earliest, onPress: () => onMoment({ at: sinceMillis }) }}
    />
  );
}

/** The last answer stays while the next is computed: the page does not jump under a finger. */
function useKept<Value>(value: Value | undefined): Value | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}

/** Without a rate of then the line of a new account would have one point: it begins with what the account has now. */
function withNow(
  points: readonly EquityPoint[],
  { since, won, atMillis }: PastAccount,
): readonly EquityPoint[] {
  const [only, ...more] = points.filter((point) => point.won !== null);
  if (only === undefined || more.length > 0 || since.atMillis >= only.atMillis) return points;
  const first = { atMillis: since.atMillis, won: atMillis <= since.atMillis ? (won ?? only.won) : only.won };
  return [{ ...first, isPartial: false }, only];
}

function useMomentText(): (at: number) => string {
  const words = useWords(pastWords);
  const { language } = useLanguage();
  return (at) => words.moment(formatDay(at, language), formatTimeOfDay(at));
}

function Head({
  account,
  points,
}: {
  readonly account: PastAccount;
  readonly points: readonly EquityPoint[];
}) {
  const words = useWords(pastWords);
  const momentText = useMomentText();
  const { money, signed, unit } = useMoneyText('KRW');
  const now = points.at(-1)?.won ?? null;
  const { won } = account;
  return (
    <section className="past-screen__head" aria-live="polite">
      <p className="past-screen__moment">
        <Icon name="history" size={16} weight={2} />
        <span className="figure">{momentText(account.atMillis)}</span>
      </p>
      {won === null ? (
        <p className="past-screen__total past-screen__total--none">{words.noTotal}</p>
      ) : (
        <p className="past-screen__total figure">
          {money(won).slice(0, -unit.length)}
          <small>{unit}</small>
        </p>
      )}
      <p className="past-screen__against text-caption">
        {won !== null && now !== null && (
          <>
            {words.thanNow} <b className="figure">{signed(toDecimal(minus(amount(won), amount(now))))}</b>
          </>
        )}
      </p>
    </section>
  );
}

interface PartProps {
  readonly account: PastAccount;
  readonly onMoment: (moment: Moment) => void;
}

function Line({ account, points, onMoment }: PartProps & { readonly points: readonly EquityPoint[] }) {
  const words = useWords(pastWords);
  const momentText = useMomentText();
  const { money } = useMoneyText('KRW');
  const worthAt = (at: number) => points.findLast(({ atMillis }) => atMillis <= at)?.won ?? null;
  return (
    <MomentSlider
      points={points}
      at={account.atMillis}
      textOf={(at) => {
        const won = at === account.atMillis ? account.won : worthAt(at);
        return words.sliderText(momentText(at), won === null ? words.noWorth : money(won));
      }}
      onChoose={(at) => onMoment({ at: Math.max(at, account.since.atMillis) })}
    />
  );
}

function Steps({ account, onMoment }: PartProps) {
  const words = useWords(pastWords);
  const { clock } = usePlatform();
  const [isChoosing, setChoosing] = useState(false);
  const stepText = (step: PastStep | null, none: string) =>
    step === null ? none : `${words.events[eventWord(step.kind)]} ${formatTimeOfDay(step.atMillis)}`;
  const go = (step: PastStep | null) => step !== null && onMoment({ seq: step.seq });
  return (
    <section className="past-screen__steps" aria-label={words.steps}>
      <button
        type="button"
        className="past-screen__step"
        disabled={account.before === null}
        onClick={() => go(account.before)}
      >
        <Icon name="back" size={18} weight={2} />
        <span>
          {words.before}
          <small className="figure">{stepText(account.before, words.noBefore)}</small>
        </span>
      </button>
      <button
        type="button"
        className="past-screen__step past-screen__step--after"
        disabled={account.after === null}
        onClick={() => go(account.after)}
      >
        <span>
          {words.after}
          <small className="figure">{stepText(account.after, words.noAfter)}</small>
        </span>
        <Icon name="chevron-right" size={18} weight={2} />
      </button>
      <button
        type="button"
        className="past-screen__step past-screen__calendar"
        aria-label={words.pick}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        <Icon name="calendar" size={18} />
      </button>
      <MomentSheet
        open={isChoosing}
        at={account.atMillis}
        from={account.since.atMillis}
        to={clock.now()}
        onClose={() => setChoosing(false)}
        onChoose={(at) => {
          setChoosing(false);
          onMoment({ at });
        }}
      />
    </section>
  );
}

function End({ account, onNow }: { readonly account: PastAccount; readonly onNow: () => void }) {
  const words = useWords(pastWords);
  const toasts = useToasts();
  const { send, busy } = useCall(walletPastExport);

  async function save() {
    const outcome = await send({ query: { seq: account.seq } });
    if (outcome === undefined) return;
    if (outcome.ok) saveJson(`maru-past-${account.seq}.json`, outcome.reply);
    else toasts.show({ kind: 'general', title: words.exportFailed, line: outcome.message });
  }

  return (
    <Dock label={words.actions} kind="plain">
      <div className="past-screen__end">
        <Button kind="tonal" onPress={onNow}>
          {words.toNow}
        </Button>
        <Button icon="download" busy={busy} busyLabel={words.exporting} onPress={() => void save()}>
          {words.export}
        </Button>
      </div>
    </Dock>
  );
}

function Help() {
  const words = useWords(pastWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <HeaderEnd>
        <IconButton icon="info" label={words.help} onPress={() => setOpen(true)} />
      </HeaderEnd>
      <BottomSheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={words.helpTitle}
        closeLabel={words.close}
      >
        <p>{words.helpText}</p>
      </BottomSheet>
    </>
  );
}
