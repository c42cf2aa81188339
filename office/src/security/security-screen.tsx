// One's own sign-in: the second factor, passkeys, the password, where one is signed in, and the history.
import { officeSecurity } from '@maru/contract/security/calls';
import {
  officeEndOtherSessions,
  officeEndSession,
  officeNewRecoveryCodes,
  officeRemovePasskey,
  officeSessions,
  officeSignInHistory,
} from '@maru/contract/security/office';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Facts, Tag } from '../parts/facts.tsx';
import { Field } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMe, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/security.ts';
import { ChangePassword } from './change-password.tsx';
import { FactorSetUp } from './factor-set-up.tsx';
import { addOwnPasskey } from './own-passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import './security.css';

interface Proof {
  readonly password: string;
  readonly code?: string;
}

/** What is asked for before something of the own sign-in changes; the sentence of a refusal keeps it open. */
type Asking = { readonly title: string; readonly go: (proof: Proof) => Promise<string | undefined> };

export function Screen() {
  const office = useOffice();
  const state = useRead(officeSecurity, {});
  const [asking, setAsking] = useState<Asking>();
  const [codes, setCodes] = useState<readonly string[]>();
  const totp = state.data?.totp ?? null;
  const recovery = state.data?.recovery ?? null;

  function renew(): void {
    setAsking({
      title: words.renewCodes,
      async go(proof) {
        const made = await office.call(officeNewRecoveryCodes, { body: proof });
        if (!made.ok) return made.message;
        setCodes(made.reply.recoveryCodes);
        await state.reload();
        return undefined;
      },
    });
  }
  return (
    <Page title={words.title}>
      <div className="own-security">
        <Panel title={words.totp}>
          {codes !== undefined ? (
            <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
          ) : totp === null && state.data !== undefined ? (
            <FactorSetUp onDone={() => void state.reload()} />
          ) : (
            <div className="own-form">
              <Facts
                facts={[
                  { label: words.totp, value: totp === null ? '' : words.totpOn(minuteOf(totp.sinceMillis)) },
                  {
                    label: words.recovery,
                    value: recovery === null ? '' : words.recoveryLeft(recovery.left, recovery.of),
                  },
                ]}
              />
              <Button onPress={renew}>{words.renewCodes}</Button>
            </div>
          )}
        </Panel>
        <Passkeys state={state} onAsk={setAsking} />
        <Panel title={words.changeTitle}>
          <ChangePassword
            onDone={() => {
              office.toast('good', words.changed);
              void state.reload();
            }}
          />
        </Panel>
      </div>
      <Sessions />
      <History />
      {asking !== undefined && <ProofDialog asking={asking} onClose={() => setAsking(undefined)} />}
    </Page>
  );
}

function Passkeys({
  state,
  onAsk,
}: {
  readonly state: ReturnType<typeof useRead<typeof officeSecurity>>;
  readonly onAsk: (asking: Asking) => void;
}) {
  const office = useOffice();
  const change = (title: string, work: (proof: Proof) => Promise<string | undefined>): void =>
    onAsk({
      title,
      async go(proof) {
        const refused = await work(proof);
        if (refused === undefined) await Promise.all([state.reload(), office.loadMe()]);
        return refused;
      },
    });
  const remove = (id: string) =>
    change(words.removePasskey, async (proof) => {
      const removed = await office.call(officeRemovePasskey, { body: { id, ...proof } });
      return removed.ok ? undefined : removed.message;
    });
  return (
    <Panel
      title={words.passkeys}
      isFlush
      tools={
        <Button
          size="small"
          onPress={() => change(words.addPasskey, (proof) => addOwnPasskey(office.call, proof))}
        >
          {words.addPasskey}
        </Button>
      }
    >
      <DataTable
        label={words.passkeys}
        isSmall
        rows={state.data?.passkeys ?? []}
        keyOf={({ id }) => id}
        empty={words.noPasskeys}
        columns={[
          { head: words.name, cell: ({ name }) => name },
          { head: words.madeAt, cell: ({ createdMillis }) => minuteOf(createdMillis), isExtra: true },
          {
            head: words.usedAt,
            cell: ({ usedMillis }) => (usedMillis === null ? words.never : minuteOf(usedMillis)),
          },
          {
            head: words.removePasskey,
            cell: ({ id, name }) => (
              <Button
                size="small"
                kind="quiet"
                label={`${name} ${words.removePasskey}`}
                onPress={() => remove(id)}
              >
                {words.removePasskey}
              </Button>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Sessions() {
  const office = useOffice();
  const sessions = useRead(officeSessions, {});
  const endOne = useAct(officeEndSession);
  const endOthers = useAct(officeEndOtherSessions);
  const after = async (done: Promise<{ readonly ok: boolean }>) => {
    if (!(await done).ok) return;
    office.toast('good', words.ended);
    await sessions.reload();
  };
  return (
    <Panel
      title={words.sessions}
      isFlush
      tools={
        <Button size="small" onPress={() => void after(endOthers.act({}))}>
          {words.endOthers}
        </Button>
      }
    >
      <DataTable
        label={words.sessions}
        isSmall
        rows={sessions.data?.content ?? []}
        keyOf={({ id }) => id}
        isLoading={sessions.isLoading}
        columns={[
          { head: words.device, cell: ({ name, device }) => name || words.devices[device] },
          { head: words.address, cell: ({ ip }) => ip },
          { head: words.since, cell: ({ signedInAt }) => minuteOf(signedInAt), isExtra: true },
          { head: words.last, cell: ({ lastUsedAt }) => minuteOf(lastUsedAt), isExtra: true },
          {
            head: words.endSession,
            cell: ({ id, isCurrent }) =>
              isCurrent ? (
                <Tag tone="brass">{words.here}</Tag>
              ) : (
                <Button size="small" kind="quiet" onPress={() => void after(endOne.act({ id }))}>
                  {words.endSession}
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  );
}

function History() {
  const history = useRead(officeSignInHistory, {});
  return (
    <Panel title={words.history} isFlush>
      <DataTable
        label={words.history}
        isSmall
        rows={history.data?.content ?? []}
        keyOf={({ atMillis, outcome, ip }) => `${atMillis} ${outcome} ${ip}`}
        isLoading={history.isLoading}
        columns={[
          { head: words.at, cell: ({ atMillis }) => minuteOf(atMillis) },
          {
            head: words.outcome,
            cell: ({ outcome, times }) => (
              <Tag tone={outcome.startsWith('WRONG') || outcome === 'REFUSED' ? 'warn' : 'plain'}>
                {words.outcomes[outcome]}
                {times > 1 && ` ${words.times(times)}`}
              </Tag>
            ),
          },
          { head: words.device, cell: ({ name, device }) => name || words.devices[device], isExtra: true },
          { head: words.address, cell: ({ ip }) => ip },
        ]}
      />
    </Panel>
  );
}

function ProofDialog({ asking, onClose }: { readonly asking: Asking; readonly onClose: () => void }) {
  const me = useMe();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function send(): Promise<void> {
    setBusy(true);
    const refused = await asking.go({ password, ...(me.totp ? { code: code.trim() } : {}) });
    setBusy(false);
    setFault(refused);
    if (refused === undefined) onClose();
  }
  return (
    <ConfirmDialog
      open
      title={asking.title}
      confirm={words.confirm}
      busy={isBusy}
      canConfirm={password !== '' && (!me.totp || code.trim().length >= 6)}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{words.proofTitle}</p>
      <Field
        label={words.password}
        type="password"
        autoComplete="current-password"
        isFirst
        error={fault}
        value={password}
        onChange={setPassword}
      />
      {me.totp && (
        <Field label={words.proofCode} autoComplete="one-time-code" value={code} onChange={setCode} />
      )}
    </ConfirmDialog>
  );
}
