// All price alerts of the member, and the instruments that one can be made for.
import { formatPrice } from '@maru/client/format';
import { type AlertInstrument, deleteAlert, myAlerts, type WireAlert } from '@maru/contract/alert/calls';
import { useState } from 'react';
import { nameOf } from '../market/instruments/instrument-words.ts';
import { useListings } from '../market/listing/use-listings.ts';
import { searchInstruments } from '../market/search/instrument-search.ts';
import { LoadFailed } from '../shell/connection/load-failed.tsx';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { Link } from '../shell/routing/router.tsx';
import { alertWords } from '../text/alert.ts';
import { useLanguage, useText, useWords } from '../text/language.tsx';
import { IconButton } from '../ui/buttons/button.tsx';
import { SearchField } from '../ui/fields/search-field.tsx';
import { ListRow, SectionTitle } from '../ui/rows/list-row.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import { levelText } from './alert-draft.ts';
import './alert-list-screen.css';

const readAgain = { queue: { notification: () => undefined } };

export function AlertListScreen() {
  const words = useWords(alertWords);
  const answer = useAnswer(myAlerts, {}, readAgain);
  return (
    <div className="alert-list">
      <SectionTitle
        end={
          answer.reply && (
            <span className="figure text-micro">
              {answer.reply.alerts.length}/{answer.reply.most}
            </span>
          )
        }
      >
        {words.mine}
      </SectionTitle>
      {answer.state === 'loading' && <SkeletonRows count={2} tile={false} />}
      {answer.state === 'failed' && (
        <LoadFailed title={words.failed} message={answer.message} onRetry={answer.reload} />
      )}
      {answer.reply?.alerts.length === 0 && <p className="alert-list__none text-note">{words.none}</p>}
      {answer.reply?.alerts.map((alert) => (
        <AlertRow
          key={alert.id}
          alert={alert}
          instrument={answer.reply.instruments.find(({ stock }) => stock === alert.stock)}
          onDeleted={answer.reload}
        />
      ))}
      <Chooser />
    </div>
  );
}

interface RowProps {
  readonly alert: WireAlert;
  readonly instrument: AlertInstrument | undefined;
  readonly onDeleted: () => void;
}

function AlertRow({ alert, instrument, onDeleted }: RowProps) {
  const words = useWords(alertWords);
  const { language } = useLanguage();
  const { show } = useAlerts();
  const toasts = useToasts();
  const deleting = useCall(deleteAlert);
  const level = levelText(alert.level, instrument?.precision ?? 2);
  const name = instrument === undefined ? alert.stock : nameOf(instrument, language);
  const condition = alert.fires === 'AT_OR_ABOVE' ? words.levelAbove(level) : words.levelBelow(level);
  const often = alert.repeat === 'ONCE' ? words.once : words.always;

  async function remove(): Promise<void> {
    const outcome = await deleting.send({ body: { id: alert.id } });
    if (outcome === undefined) return;
    if (outcome.ok) toasts.show({ kind: 'cancelled', title: words.deleted });
    else show(outcome.message);
    onDeleted();
  }

  return (
    <div className="alert-list__row">
      <ListRow
        title={`${name} ${condition}`}
        meta={alert.isArmed ? often : `${often} · ${words.waitsBack}`}
        renderLink={({ 'aria-current': _, ...link }) => (
          <Link to={`/more/alerts/${alert.stock}?id=${alert.id}`} {...link} />
        )}
      />
      <IconButton icon="trash" label={`${name} ${words.remove}`} quiet onPress={() => void remove()} />
    </div>
  );
}

const MOST_SHOWN = 40;

function Chooser() {
  const words = useWords(alertWords);
  const { shell } = useText();
  const { language } = useLanguage();
  const { listings } = useListings();
  const [typed, setTyped] = useState('');
  const found =
    typed.trim() === '' ? listings : searchInstruments(listings, typed).map(({ instrument }) => instrument);
  return (
    <>
      <SectionTitle>{words.choose}</SectionTitle>
      <SearchField
        label={words.find}
        placeholder={words.find}
        value={typed}
        words={{ clear: shell.close }}
        onChange={setTyped}
      />
      <ul>
        {found.slice(0, MOST_SHOWN).map((listing) => (
          <li key={listing.stock}>
            <ListRow
              height={56}
              title={nameOf(listing, language)}
              value={formatPrice(listing.lastPrice ?? undefined, listing.precision)}
              chevron
              renderLink={({ 'aria-current': _, ...link }) => (
                <Link to={`/more/alerts/${listing.stock}`} {...link} />
              )}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
