// What protects the account (picture 36b): sign-in, devices, recent sign-ins, the protection time, and the lock.
import { mySecurity, signInHistory } from '@maru/contract/security/calls';
import { DeviceList } from '../account/my-page/device-list.tsx';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { usePlatform } from '../shell/platform.tsx';

import { Link } from '../shell/routing/router.tsx';
import { useLanguage, useWords } from '../text/language.tsx';
import { securityWords } from '../text/security.ts';
import { Icon } from '../ui/icons/icon.tsx';
import { ListRow, SectionTitle } from '../ui/rows/list-row.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { HistoryLines } from './history-lines.tsx';
import { LettersRow } from './letters-row.tsx';
import { PasskeyCard } from './passkey-card.tsx';
import { ProtectionBars } from './protection-bars.tsx';
import { LockPanel, ProtectionPanel } from './protection-panel.tsx';
import { protections, type SecurityState } from './protections.ts';
import { daysSince, whenText } from './when-text.ts';
import './security-screen.css';

const RECENT = 3;

export function SecurityScreen() {
  const words = useWords(securityWords);
  const answer = useAnswer(mySecurity, {});
  if (answer.state === 'failed')
    return <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />;
  if (answer.state === 'loading') return <SkeletonRows count={8} height={72} />;
  const { reply, reload } = answer;
  return (
    <>
      <StateLine state={reply} />
      {reply.lockedMillis !== null && <LockPanel state={reply} onChanged={reload} />}
      <SignInRows state={reply} onChanged={reload} />
      <DeviceList name="end" />
      <Recent />
      <ProtectionPanel state={reply} onChanged={reload} />
      {reply.lockedMillis === null && <LockPanel state={reply} onChanged={reload} />}
    </>
  );
}

function StateLine({ state }: { readonly state: SecurityState }) {
  const words = useWords(securityWords);
  const all = protections(state);
  const on = all.filter(Boolean).length;
  return (
    <div className="security__state">
      <p className="text-lead">{words.stateNow}</p>
      <p className="security__state-line">
        <span className="text-title1">{on === all.length ? words.allOn : words.someOn(on, all.length)}</span>
        <ProtectionBars on={on} of={all.length} />
      </p>
    </div>
  );
}

interface Props {
  readonly state: SecurityState;
  readonly onChanged: () => void;
}

function SignInRows({ state, onChanged }: Props) {
  const words = useWords(securityWords);
  const { language } = useLanguage();
  const now = usePlatform().clock.now();
  const { totp, recovery, passwordChangedMillis } = state;
  return (
    <>
      <SectionTitle>{words.keepSignIn}</SectionTitle>
      <div className="security__rows">
        <ListRow
          height={72}
          plain
          chevron
          tile={<Icon name="phone" size={22} />}
          title={words.totp}
          meta={words.totpLead}
          end={<span className="text-note">{totp === null ? words.off : words.on}</span>}
          renderLink={(link) => <Link to="/more/security/totp" {...link} />}
        />
        <PasskeyCard passkeys={state.passkeys} onChanged={onChanged} />
        <ListRow
          height={72}
          plain
          chevron
          tile={<Icon name="document" size={22} />}
          title={words.recovery}
          meta={
            recovery === null
              ? words.recoveryNeedsTotp
              : words.recoveryLeft(
                  recovery.of,
                  recovery.left,
                  whenText(recovery.madeMillis, now, { words, language }),
                )
          }
          end={recovery && <span className="text-note figure">{`${recovery.left}/${recovery.of}`}</span>}
          renderLink={(link) => <Link to="/more/security/totp" {...link} />}
        />
        <ListRow
          height={60}
          plain
          chevron
          tile={<Icon name="lock" size={22} />}
          title={words.password}
          meta={
            passwordChangedMillis === null
              ? words.passwordFirst
              : words.passwordDays(daysSince(passwordChangedMillis, now))
          }
          renderLink={(link) => <Link to="/more/change_password" {...link} />}
        />
        <LettersRow isOn={state.newDeviceLetters} onChanged={onChanged} />
      </div>
    </>
  );
}

function Recent() {
  const words = useWords(securityWords);
  const answer = useAnswer(signInHistory, {});
  return (
    <section aria-label={words.recent}>
      <SectionTitle
        end={
          <Link className="text-note security__all" to="/more/security/history">
            {words.all90}
          </Link>
        }
      >
        {words.recent}
      </SectionTitle>
      {answer.state === 'failed' && (
        <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />
      )}
      {answer.state === 'loading' && <SkeletonRows count={3} tile={false} />}
      {answer.reply && <HistoryLines lines={answer.reply.content.slice(0, RECENT)} />}
    </section>
  );
}
