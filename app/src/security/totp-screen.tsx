// Setting up the second factor: the password, a picture for the app, a first code, and the recovery codes. When it is on,
// its recovery codes can be made anew, and it can be turned off.
import type { ReceivedReply } from '@maru/client/call';
import { beginTotp, confirmTotp, endTotp, mySecurity, newRecoveryCodes } from '@maru/contract/security/calls';
import { useState } from 'react';
import { useCopy } from '../receipt/use-copy.ts';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { ProofSheet } from '../shell/member/proof-sheet.tsx';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform } from '../shell/platform.tsx';
import { useRouter } from '../shell/routing/router.tsx';
import { useLanguage, useWords } from '../text/language.tsx';
import { securityWords } from '../text/security.ts';
import { Button } from '../ui/buttons/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { Dock } from '../ui/layout/dock.tsx';
import { QrPicture } from '../ui/qr/qr-picture.tsx';
import { ListRow } from '../ui/rows/list-row.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import type { SecurityState } from './protections.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { whenText } from './when-text.ts';
import './totp-screen.css';

type Setup = ReceivedReply<typeof beginTotp>;

export function TotpScreen() {
  const words = useWords(securityWords);
  const state = useAnswer(mySecurity, {});
  const router = useRouter();
  const [setup, setSetup] = useState<Setup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const show = (shown: readonly string[]) => {
    setCodes(shown);
    state.reload();
  };

  if (codes !== undefined)
    return <RecoveryCodes codes={codes} onKept={() => void router.navigate({ to: '/more/security' })} />;
  if (setup !== undefined) return <Scan setup={setup} onCodes={show} />;
  if (state.state === 'failed')
    return <LoadFailed title={words.failed} message={state.message} onRetry={state.reload} />;
  if (state.state === 'loading') return <SkeletonRows count={3} tile={false} />;
  if (state.reply.totp === null) return <Begin onBegun={setSetup} />;
  return <IsOn state={state.reply} totp={state.reply.totp} onCodes={show} onEnded={state.reload} />;
}

function Begin({ onBegun }: { readonly onBegun: (setup: Setup) => void }) {
  const words = useWords(securityWords);
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="totp">
      <h2 className="text-title1">{words.totpBegin}</h2>
      <p className="text-note">{words.totpBeginLead}</p>
      <Dock kind="plain" label={words.totpStart}>
        <Button onPress={() => setAsking(true)}>{words.totpStart}</Button>
      </Dock>
      {isAsking && (
        <ProofSheet
          call={beginTotp}
          title={words.totp}
          lead={words.totpBeginLead}
          action={words.confirm}
          onClose={() => setAsking(false)}
          onDone={onBegun}
        />
      )}
    </div>
  );
}

/** In groups of four, so that it can be typed. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

function Scan({
  setup,
  onCodes,
}: {
  readonly setup: Setup;
  readonly onCodes: (codes: readonly string[]) => void;
}) {
  const words = useWords(securityWords);
  const alerts = useAlerts();
  const toasts = useToasts();
  const { isCopied, copy } = useCopy();
  const { busy, send } = useCall(confirmTotp);
  const [code, setCode] = useState('');
  const [refused, setRefused] = useState<string>();

  async function confirm() {
    const outcome = await send({ body: { code } });
    if (!outcome) return;
    if (!outcome.ok) {
      if (outcome.field === 'code') setRefused(outcome.message);
      else alerts.show(outcome.message);
      return;
    }
    toasts.show({ kind: 'order', title: words.totpIsOn });
    onCodes(outcome.reply.recoveryCodes);
  }

  return (
    <form
      className="totp"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length === 6 && !busy) void confirm();
      }}
    >
      <h2 className="text-title1">{words.totpScan}</h2>
      <p className="text-note">{words.totpScanLead}</p>
      <div className="totp__qr">
        <QrPicture text={setup.uri} label={words.totpQr} />
      </div>
      <div className="totp__key">
        <span className="text-micro">{words.totpKey}</span>
        <span className="figure">{grouped(setup.secret)}</span>
        <Button
          kind="tonal"
          size="small"
          icon={isCopied ? 'check' : 'copy'}
          onPress={() => copy(setup.secret)}
        >
          {isCopied ? words.recoveryCopied : words.recoveryCopy}
        </Button>
      </div>
      <TextField
        label={words.totpCode}
        name="code"
        pattern="digits"
        maxLength={6}
        autoComplete="one-time-code"
        value={code}
        onChange={(next) => {
          setCode(next);
          setRefused(undefined);
        }}
        error={refused}
        reserve
      />
      <Dock kind="plain" label={words.totpConfirm}>
        <Button type="submit" disabled={code.length !== 6} busy={busy} busyLabel={words.totpConfirming}>
          {words.totpConfirm}
        </Button>
      </Dock>
    </form>
  );
}

function IsOn({
  state: { recovery },
  totp,
  onCodes,
  onEnded,
}: {
  readonly state: SecurityState;
  readonly totp: NonNullable<SecurityState['totp']>;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onEnded: () => void;
}) {
  const words = useWords(securityWords);
  const { language } = useLanguage();
  const toasts = useToasts();
  const now = usePlatform().clock.now();
  const [sheet, setSheet] = useState<'codes' | 'end'>();
  const when = (at: number) => whenText(at, now, { words, language });
  return (
    <div className="totp totp--on">
      <ListRow
        height={72}
        plain
        tile={<Icon name="phone" size={22} />}
        title={words.totp}
        meta={words.totpSince(when(totp.sinceMillis))}
        end={<span className="text-note">{words.on}</span>}
      />
      {recovery && (
        <ListRow
          height={72}
          plain
          chevron
          tile={<Icon name="document" size={22} />}
          title={words.recoveryNew}
          meta={words.recoveryLeft(recovery.of, recovery.left, when(recovery.madeMillis))}
          onPress={() => setSheet('codes')}
        />
      )}
      <div className="totp__end">
        <Button kind="danger" onPress={() => setSheet('end')}>
          {words.totpEnd}
        </Button>
      </div>
      {sheet === 'codes' && (
        <ProofSheet
          call={newRecoveryCodes}
          title={words.recoveryNew}
          lead={words.recoveryNewLead}
          action={words.recoveryNew}
          onClose={() => setSheet(undefined)}
          onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
        />
      )}
      {sheet === 'end' && (
        <ProofSheet
          call={endTotp}
          title={words.totpEnd}
          lead={words.totpEndLead}
          action={words.totpEnd}
          kind="danger"
          onClose={() => setSheet(undefined)}
          onDone={() => {
            setSheet(undefined);
            toasts.show({ kind: 'order', title: words.totpEnded });
            onEnded();
          }}
        />
      )}
    </div>
  );
}
