// Signing up in three steps: account, person, bank. Leaving a half-filled form needs a confirmation (spec 5).
import { signUp, verifyPartner } from '@maru/contract/account/calls';
import { bankList } from '@maru/contract/site';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useCall } from '../../shell/connection/use-call.ts';
import { useDevice } from '../../shell/device/device.tsx';
import { isTourOver } from '../../shell/device/stored-tour.ts';
import { forgetTrials, storedTrials } from '../../shell/device/stored-trial.ts';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useBlocker, useParams, useRouter } from '../../shell/routing/router.tsx';
import { accountWords } from '../../text/account.ts';
import { useText, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { StepDots } from '../../ui/figures/step-dots.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { guardBack } from '../../ui/overlays/back-guard.ts';
import { useKeyboardHeight } from '../../ui/typing/keyboard-height.ts';
import { AccountStep } from './sign-up-account-step.tsx';
import { BankStep } from './sign-up-bank-step.tsx';
import {
  bodyOf,
  EMPTY_FORM,
  isStepGood,
  isTouched,
  type SignUpField,
  type SignUpForm,
  type Step,
  stepOf,
} from './sign-up-form.ts';
import { PersonStep } from './sign-up-person-step.tsx';
import './sign-up-screen.css';
import { useNameCheck } from './use-name-check.ts';

export interface StepProps {
  readonly form: SignUpForm;
  readonly change: (change: Partial<SignUpForm>) => void;
  /** The server's refusal, while the field still has the refused text. */
  readonly refused: { readonly field: SignUpField; readonly message: string } | undefined;
}

const FIRST: Step = 1;
const LAST: Step = 3;

export function SignUpScreen() {
  const { shell } = useText();
  const words = useWords(accountWords);
  const router = useRouter();
  useHeaderTitle(words.signUp);
  const [form, setForm] = useState(EMPTY_FORM);
  const [step, setStep] = useState<Step>(FIRST);
  const [refused, setRefused] = useState<StepProps['refused']>(undefined);
  const partner = usePartner();
  const banks = useAnswer(bankList, {});
  const [isDone, setIsDone] = useState(false);
  useLeaveQuestion(isTouched(form) && !isDone);
  const { busy, apply } = useApply({
    form,
    partnerCode: partner.code,
    bankName: banks.reply?.find(({ id }) => String(id) === form.bankId)?.name,
    onRefused: (field, message) => {
      const at = stepOf(field);
      setStep(at);
      if (field !== undefined && field in EMPTY_FORM) setRefused({ field: field as SignUpField, message });
      return field !== undefined && field in EMPTY_FORM;
    },
    onDone: () => setIsDone(true),
  });

  const change = (changed: Partial<SignUpForm>) => {
    setForm((before) => ({ ...before, ...changed }));
    if (refused && refused.field in changed) setRefused(undefined);
  };
  const checks = {
    username: useNameCheck('username', form.username),
    nick: useNameCheck('nick', form.nick),
  };
  const isTaken = typeof checks.username.verdict === 'object' || typeof checks.nick.verdict === 'object';
  const isRefused = (refused !== undefined && stepOf(refused.field) === step) || (step === FIRST && isTaken);
  const isGood = isStepGood(form, step) && !isRefused;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isGood || busy) return;
    if (step === LAST) void apply();
    else setStep((step + 1) as Step);
  }

  const leave = () => void router.navigate({ to: '/signin' });
  const stepProps = { form, change, refused };
  const page = useRef<HTMLElement>(null);
  useKeyboardHeight(page, true);
  useStepHeading(page, step);
  return (
    <main ref={page} className="sign-up">
      <PageHeader
        title={words.signUp}
        back={{
          label: shell.back,
          onPress: step === FIRST ? leave : () => setStep((step - 1) as Step),
        }}
        close={{ label: words.stopSignUp, onPress: leave }}
      />
      <StepDots label={words.stepOf(step, LAST)} count={LAST} current={step} />
      <form className="sign-up__form" onSubmit={submit} noValidate>
        <div className="sign-up__step">
          {step === 1 && <AccountStep {...stepProps} partner={partner} checks={checks} />}
          {step === 2 && <PersonStep {...stepProps} />}
          {step === 3 && <BankStep {...stepProps} banks={banks.reply ?? []} />}
        </div>
        <Dock kind="plain" label={words.signUp}>
          <Button type="submit" disabled={!isGood} busy={busy} busyLabel={words.applying}>
            {step === LAST ? words.apply : words.next}
          </Button>
        </Dock>
      </form>
    </main>
  );
}

/** Each step is a page of its own for a screen reader: its heading takes the focus, from the top. */
function useStepHeading(page: RefObject<HTMLElement | null>, step: Step): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    page.current?.querySelector<HTMLElement>('.sign-up__title')?.focus({ preventScroll: true });
  }, [page, step]);
}

export interface Partner {
  readonly code: string | undefined;
  readonly state: 'none' | 'asking' | 'known' | 'unknown';
}

/** The partner code of /ref/:partnerCode, if the server knows it. */
function usePartner(): Partner {
  const { partnerCode } = useParams();
  const answer = useAnswer(verifyPartner, partnerCode === undefined ? null : { partnerPk: partnerCode });
  if (partnerCode === undefined) return { code: undefined, state: 'none' };
  if (answer.state === 'loading') return { code: undefined, state: 'asking' };
  return answer.state === 'ready'
    ? { code: partnerCode, state: 'known' }
    : { code: undefined, state: 'unknown' };
}

function useLeaveQuestion(isHalfFilled: boolean): void {
  const words = useWords(accountWords);
  const { ask } = useAlerts();
  const { history } = useRouter();
  const mayLeave = async () => {
    const answer = await ask({
      title: words.leaveQuestion,
      message: words.leaveLead,
      safe: words.leaveStay,
      other: words.leaveStop,
    });
    return answer === 'other';
  };
  useBlocker({ isOn: isHalfFilled, mayLeave });
  // The back gesture leaves the page before a confirmation can be shown, unless a history entry blocks it.
  const onBack = useEffectEvent(async () => {
    if (await mayLeave()) history.back({ ignoreBlocker: true });
  });
  useEffect(() => (isHalfFilled ? guardBack(() => void onBack()) : undefined), [isHalfFilled]);
}

interface Application {
  readonly form: SignUpForm;
  readonly partnerCode: string | undefined;
  readonly bankName: string | undefined;
  /** Returns whether the message has a field under which it is shown. */
  readonly onRefused: (field: string | undefined, message: string) => boolean;
  readonly onDone: () => void;
}

/** Signs up, then in: the first screen of a new member is the welcome. */
function useApply({ form, partnerCode, bankName, onRefused, onDone }: Application) {
  const words = useWords(accountWords);
  const { signIn } = usePlatform();
  const { lastPage, preferences, storage } = useDevice();
  const { clock } = usePlatform();
  const alerts = useAlerts();
  const router = useRouter();
  const { busy, send } = useCall(signUp);

  async function apply() {
    const trialTokens = storedTrials(storage, clock.now()).map(({ token }) => token);
    const body = {
      ...bodyOf(form, { partnerCode, bankName }),
      ...(trialTokens.length === 0 ? {} : { trialTokens }),
    };
    const outcome = await send({ body });
    if (!outcome) return;
    if (!outcome.ok) {
      if (!onRefused(outcome.field, outcome.message)) alerts.show(outcome.message);
      return;
    }
    onDone();
    forgetTrials(storage);
    // Whoever traded on this device before keeps what they know.
    if (!isTourOver(storage)) preferences.change({ mode: 'simple' });
    lastPage.remember('/welcome');
    const signedIn = await signIn({ username: form.username, password: form.password });
    if (signedIn.ok) return;
    alerts.show(words.signedUpSignIn);
    await router.navigate({ to: '/signin' });
  }
  return { busy, apply };
}
