// One application: what the member asks for, what is checked, and the decision.
import { approveTrader, rejectTrader } from '@maru/contract/copytrade/office';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { CheckList, Facts, Tag } from '../parts/facts.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Drawer, DrawerSection } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/copytrade.ts';
import { APPLICATION_TONES, type Application, checksOf, shareText } from './copy-words.ts';
import { memberPath } from './copytrade-page.tsx';
import { type Instruments, useInstruments } from './instruments.ts';
import { useTerms } from './terms-fields.tsx';

/** What a trader may have unless staff say otherwise (docs/rules.md 5.1). */
const USUAL_QUOTA = 100;

interface Props {
  readonly application: Application;
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

export function ApplicationDrawer({ application, onClose, onDecided }: Props) {
  const office = useOffice();
  const may = useMay();
  const instruments = useInstruments();
  const [asking, setAsking] = useState<'APPROVE' | 'REJECT'>();
  const { nick, playerId, status, intro, shareRate, followStock, askedMillis } = application;
  const isWaiting = status === 'WAITING';
  const canApprove = application.isFlat && !application.isFollowing;
  const dialog = {
    application,
    onClose: () => setAsking(undefined),
    onDone: (isDecided: boolean) => {
      // What was typed stays where it was refused; the list says whether the application still waits.
      if (isDecided) setAsking(undefined);
      onDecided();
    },
  };
  return (
    <Drawer
      label={`${words.applications} ${nick}`}
      onClose={onClose}
      head={
        <span className="text-stack">
          <b>{nick}</b>
          <span className="copytrade-quiet">
            <span className="figure">#{playerId}</span> · {words.asked} {minuteOf(askedMillis)}
          </span>
        </span>
      }
      actions={
        isWaiting && may('COPY_EDIT') ? (
          <>
            <Button hotkey="r" onPress={() => setAsking('REJECT')}>
              {words.reject}
            </Button>
            <Button kind="primary" hotkey="a" disabled={!canApprove} onPress={() => setAsking('APPROVE')}>
              {words.approve}
            </Button>
          </>
        ) : undefined
      }
    >
      <p className="copytrade-intro">{intro === '' ? words.noIntro : intro}</p>
      <Facts
        facts={[
          {
            label: words.state,
            value: <Tag tone={APPLICATION_TONES[status]}>{words.applicationStates[status]}</Tag>,
          },
          { label: words.share, value: shareText(shareRate) },
          { label: words.instruments, value: followStock.map(instruments.nameOf).join(', ') },
          ...decisionOf(application),
        ]}
      />
      {may('MEMBER_READ') && (
        <div className="copytrade-links">
          <Button size="small" icon="user" onPress={() => office.place.go(memberPath(playerId))}>
            {words.toMember}
          </Button>
        </div>
      )}
      {isWaiting && (
        <DrawerSection title={words.checks}>
          <CheckList checks={checksOf(application)} />
        </DrawerSection>
      )}
      {asking === 'APPROVE' && <ApproveDialog {...dialog} instruments={instruments} />}
      {asking === 'REJECT' && <RejectDialog {...dialog} />}
    </Drawer>
  );
}

const decisionOf = ({ decidedMillis, decidedBy, reason }: Application) =>
  decidedMillis === null
    ? []
    : [
        { label: words.decided, value: minuteOf(decidedMillis) },
        { label: words.decidedBy, value: decidedBy === null ? words.none : words.person(decidedBy) },
        { label: words.decisionReason, value: reason ?? words.none },
      ];

interface DialogProps {
  readonly application: Application;
  readonly onClose: () => void;
  readonly onDone: (isDecided: boolean) => void;
}

function ApproveDialog({
  application: { id, nick, shareRate, followStock },
  instruments,
  onClose,
  onDone,
}: DialogProps & { readonly instruments: Instruments }) {
  const office = useOffice();
  const approving = useAct(approveTrader);
  const { terms, fields } = useTerms({ quota: USUAL_QUOTA, shareRate, followStock }, instruments);
  async function send(reason: string): Promise<void> {
    if (terms === undefined) return;
    const outcome = await approving.act({ applicationId: id, ...terms, reason });
    if (outcome.ok) office.toast('good', words.approved);
    onDone(outcome.ok);
  }
  return (
    <ReasonDialog
      open
      title={words.approveTitle(nick)}
      confirm={words.approve}
      canConfirm={terms !== undefined}
      busy={approving.isBusy}
      hint={words.readHint}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    >
      <p>{words.approveSentence}</p>
      {fields}
    </ReasonDialog>
  );
}

function RejectDialog({ application: { id, nick }, onClose, onDone }: DialogProps) {
  const office = useOffice();
  const rejecting = useAct(rejectTrader);
  async function send(reason: string): Promise<void> {
    const outcome = await rejecting.act({ applicationId: id, reason });
    if (outcome.ok) office.toast('good', words.rejected);
    onDone(outcome.ok);
  }
  return (
    <ReasonDialog
      open
      title={words.rejectTitle(nick)}
      confirm={words.reject}
      kind="danger"
      usual={words.rejectUsual}
      hint={words.readHint}
      busy={rejecting.isBusy}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    />
  );
}
