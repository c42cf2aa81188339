// To become a trader: what it means, the application, and how far it is.

import type { ReceivedReply } from '@maru/client/call';
import { formatDate, formatDateTime } from '@maru/client/format-date';
import {
  applyAsTrader,
  type myTrader,
  setTrader,
  withdrawApplication,
} from '@maru/contract/copytrade/traders';
import { useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { copytradeTradingWords } from '../../text/copytrade-trading.ts';
import { useWords } from '../../text/language.tsx';
import { Button, textLinkClass } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/states/note.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { isComplete, shareOf, TermsFields, type TraderTerms } from './terms-fields.tsx';

type Mine = ReceivedReply<typeof myTrader>;

interface Props {
  readonly mine: Mine;
  readonly onChanged: () => void;
}

/** The least that may be asked. */
const FIRST_TERMS: TraderTerms = { pairs: [], share: '10', intro: '' };

function ApplyForm({ mine, onChanged }: Props) {
  const words = useWords(copytradeTradingWords);
  const { show } = useAlerts();
  const toasts = useToasts();
  const applying = useCall(applyAsTrader);
  const withdrawing = useCall(withdrawApplication);
  const [terms, setTerms] = useState(FIRST_TERMS);
  const { application } = mine;

  async function apply(): Promise<void> {
    const shareRate = shareOf(terms);
    if (shareRate === undefined) return;
    const body = { shareRate, followStock: [...terms.pairs], intro: terms.intro.trim() };
    const outcome = await applying.send({ body });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    toasts.show({ kind: 'order', title: words.applied });
    onChanged();
  }

  async function withdraw(): Promise<void> {
    const outcome = await withdrawing.send({ body: {} });
    if (outcome === undefined) return;
    if (!outcome.ok) show(outcome.message);
    else toasts.show({ kind: 'order', title: words.withdrawn });
    onChanged();
  }

  if (application?.status === 'WAITING')
    return (
      <StatePanel
        kind="empty"
        title={words.waitingTitle}
        sentence={words.waitingLead(formatDateTime(application.askedMillis))}
        action={{ label: words.withdraw, busy: withdrawing.busy, onPress: () => void withdraw() }}
      />
    );
  return (
    <div className="trader-apply">
      {application?.status === 'REJECTED' && (
        <Note tone="warn">
          <p>
            <b>{words.rejectedTitle}</b>
          </p>
          {application.reason !== null && <p>{words.rejectedLead(application.reason)}</p>}
          <p>{words.rejectedPlain}</p>
        </Note>
      )}
      <h2 className="text-title2">{words.applyTitle}</h2>
      <p className="text-lead">{words.applyLead}</p>
      <ul className="text-note">
        {words.applyRules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {mine.traderFollowerId === null ? (
        <>
          <TermsFields
            terms={terms}
            onChange={(change) => setTerms((before) => ({ ...before, ...change }))}
          />
          <Button busy={applying.busy} disabled={!isComplete(terms)} onPress={() => void apply()}>
            {words.apply}
          </Button>
        </>
      ) : (
        <Note tone="warn">
          <p>{words.followsNow}</p>
          <Link to="/copytrade/mine" className={textLinkClass}>
            {words.toMine}
          </Link>
        </Note>
      )}
    </div>
  );
}

/** Who switched it off may start again, unless staff did; whom staff deleted may apply anew. Partners do not trade. */
export function NoTrader({ mine, onChanged }: Props) {
  const words = useWords(copytradeTradingWords);
  const { show } = useAlerts();
  const toasts = useToasts();
  const setting = useCall(setTrader, { untilKnown: true });
  const role = useWatched(usePlatform().member)?.role;

  async function restart(): Promise<void> {
    const outcome = await setting.send({ body: { status: 'ACTIVE' } });
    if (outcome === undefined) return;
    if (!outcome.ok) show(outcome.message);
    else toasts.show({ kind: 'order', title: words.restarted });
    onChanged();
  }

  if (role === 'PARTNER')
    return <StatePanel kind="empty" title={words.partnerTitle} sentence={words.partnerLead} />;
  const { trader } = mine;
  if (trader?.status === 'OFF')
    return (
      <div className="trader-apply">
        <Note>
          <p>
            <b>{trader.isHeld ? words.heldTitle : words.offTitle}</b>
          </p>
          <p>{trader.isHeld ? words.heldLead : words.offLead}</p>
          {trader.isHeld && (
            <Link to="/more/contact/create" className={textLinkClass}>
              {words.toInquiry}
            </Link>
          )}
        </Note>
        {!trader.isHeld && (
          <Button kind="tonal" size="medium" busy={setting.busy} onPress={() => void restart()}>
            {words.restart}
          </Button>
        )}
      </div>
    );
  return (
    <>
      {trader?.status === 'DELETED' && (
        <div className="trader-apply">
          <Note>
            <p>
              <b>{words.deletedTitle}</b>
            </p>
            {trader.mayFollowMillis !== null && (
              <p>{words.deletedLead(formatDate(trader.mayFollowMillis))}</p>
            )}
            <p>{words.deletedPlain}</p>
          </Note>
        </div>
      )}
      <ApplyForm mine={mine} onChanged={onChanged} />
    </>
  );
}
