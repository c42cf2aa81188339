// What the member has proven, what that allows, which terms they accepted, and the way out.
import { formatPhone } from '@maru/client/format';
import { myIdentity, myTerms, niceId } from '@maru/contract/identity/member-calls';
import { amount } from '@maru/engine/amount';
import { lazy, Suspense, useState } from 'react';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { Link } from '../shell/routing/router.tsx';
import { identityWords } from '../text/identity.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { ListRow, SectionTitle } from '../ui/rows/list-row.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import './identity-screen.css';

const ContactSheet = lazy(async () => ({ default: (await import('./contact-sheet.tsx')).ContactSheet }));
const CloseSheet = lazy(async () => ({ default: (await import('./close-sheet.tsx')).CloseSheet }));

type Sheet = 'EMAIL' | 'PHONE' | 'CLOSE';

const TEN_THOUSAND = 10_000n * amount('1');

export function IdentityScreen() {
  const words = useWords(identityWords);
  const { language } = useLanguage();
  const alerts = useAlerts();
  const identity = useAnswer(myIdentity, {});
  const terms = useAnswer(myTerms, {});
  const asking = useCall(niceId);
  const [sheet, setSheet] = useState<Sheet | undefined>(undefined);
  const { reply } = identity;
  if (identity.state === 'failed')
    return (
      <StatePanel
        kind="error"
        title={words.identityFailed}
        action={{ label: words.tryAgain, onPress: identity.reload }}
      />
    );
  if (reply === undefined) return null;

  const dayOf = (millis: number) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'Asia/Seoul' }).format(millis);
  const mostOf = (won: string | null) =>
    won === null ? words.noLimit : words.tenThousands(Number(amount(won) / TEN_THOUSAND));
  const provenAt = (millis: number | null) => (millis === null ? words.notProven : dayOf(millis));

  async function prove() {
    const outcome = await asking.send({ query: { host: window.location.host } });
    if (outcome?.ok) window.open(outcome.reply.url, '_blank', 'noopener');
    else if (outcome) alerts.show(outcome.message);
  }
  const row = (title: string, meta: string, millis: number | null, onPress: () => void) => (
    <ListRow
      height={60}
      tile={<Icon name={millis === null ? 'info' : 'check'} size={22} />}
      title={title}
      meta={meta}
      end={<span className="text-caption">{provenAt(millis)}</span>}
      plain
      chevron
      onPress={onPress}
    />
  );
  return (
    <div className="identity-screen">
      <div className="identity-screen__block">
        <p className="text-title2">{words.level(reply.level)}</p>
        <p className="identity-screen__lead">{words.levelLead}</p>
        <KeyValueList framed>
          {reply.limits.map(({ level, won }) => (
            <KeyValue
              key={level}
              name={words.levelNames[level] ?? String(level)}
              strong={level === reply.level}
            >
              {mostOf(won)}
            </KeyValue>
          ))}
        </KeyValueList>
      </div>
      <SectionTitle>{words.proofs}</SectionTitle>
      {row(words.email, reply.email, reply.emailVerifiedMillis, () => setSheet('EMAIL'))}
      {row(words.phone, formatPhone(reply.phone), reply.phoneVerifiedMillis, () => setSheet('PHONE'))}
      {row(
        words.person,
        reply.personName ?? words.personLead,
        reply.personVerifiedMillis,
        () => void prove(),
      )}
      <ListRow
        height={60}
        tile={<Icon name="bank" size={22} />}
        title={words.bankRow}
        meta={words.bankRowLead}
        plain
        chevron
        renderLink={(link) => <Link to="/wallet/payouts" {...link} />}
      />
      <SectionTitle>{words.acceptedTerms}</SectionTitle>
      <div className="identity-screen__block">
        <KeyValueList framed>
          {(terms.reply?.accepted ?? []).map(({ kind, version, atMillis }) => (
            <KeyValue key={`${kind} ${version}`} name={words.termsVersion(words.termsNames[kind], version)}>
              {dayOf(atMillis)}
            </KeyValue>
          ))}
        </KeyValueList>
      </div>
      <div className="identity-screen__close">
        <Button kind="line" size="medium" onPress={() => setSheet('CLOSE')}>
          {words.closeAccount}
        </Button>
      </div>
      <Suspense>
        {(sheet === 'EMAIL' || sheet === 'PHONE') && (
          <ContactSheet way={sheet} onClose={() => setSheet(undefined)} onDone={identity.reload} />
        )}
        {sheet === 'CLOSE' && <CloseSheet onClose={() => setSheet(undefined)} />}
      </Suspense>
    </div>
  );
}
