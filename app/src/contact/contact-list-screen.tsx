// The member's inquiries (picture 15).
import type { ReceivedReply } from '@maru/client/call';
import { formatClock, formatDate } from '@maru/client/format-date';
import type { Patches } from '@maru/client/live';
import { contactList } from '@maru/contract/contact/calls';
import { HOUR_MS, MINUTE_MS } from '@maru/engine/time';
import { PagedList } from '../receipt/paged-list.tsx';
import { usePages } from '../receipt/use-pages.ts';
import { useAnswer } from '../shell/connection/use-answer.ts';
import { Link } from '../shell/routing/router.tsx';
import { contactWords } from '../text/contact.ts';
import { useWords } from '../text/language.tsx';
import { buttonClass } from '../ui/buttons/button.tsx';
import { Badge } from '../ui/figures/badge.tsx';
import { UnreadDot } from '../ui/figures/unread-dot.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { Dock } from '../ui/layout/dock.tsx';
import { StatePanel } from '../ui/states/state-panel.tsx';
import './contact-list-screen.css';

type Inquiry = ReceivedReply<typeof contactList>['content'][number];

const patches: Patches<readonly Inquiry[]> = {
  queue: { message: (known, { data }) => (data.kind === 'CONTACT' ? undefined : known) },
};

export function ContactListScreen() {
  const words = useWords(contactWords);
  const pages = usePages<Inquiry, typeof contactList>(contactList, {}, patches);
  return (
    <section className="contact-list" aria-label={words.talk}>
      <Usual />
      <PagedList
        pages={pages}
        skeleton={{ count: 5, height: 72 }}
        failedTitle={words.failed}
        saysEnd={false}
        empty={<StatePanel kind="empty" title={words.empty} sentence={words.emptyLead} />}
      >
        <ul className="contact-list__rows">
          {pages.items.map((inquiry) => (
            <Row key={inquiry.id} inquiry={inquiry} />
          ))}
        </ul>
      </PagedList>
      <Dock kind="page" label={words.ask}>
        <Link to="/more/contact/create" className={buttonClass()}>
          <span className="button__face">
            <Icon name="edit" size={20} weight={2} />
            <span>{words.ask}</span>
          </span>
        </Link>
      </Dock>
    </section>
  );
}

/** When answers are written, and how long a first one took in the last days; nothing is promised where nothing is known. */
function Usual() {
  const words = useWords(contactWords);
  const { reply } = useAnswer(contactList, { size: 1 });
  const usual = reply?.usualAnswerMs ?? undefined;
  const time =
    usual === undefined
      ? undefined
      : usual < HOUR_MS
        ? words.minutes(String(Math.max(1, Math.ceil(usual / MINUTE_MS))))
        : words.hours(String(Math.ceil(usual / HOUR_MS)));
  const hours = reply?.answerHours ?? undefined;
  return (
    <p className="contact-list__usual text-caption figure">
      {hours === undefined
        ? time === undefined
          ? words.noUsual
          : words.usual(time)
        : time === undefined
          ? words.daily(hours)
          : words.usualDaily({ ...hours, time })}
    </p>
  );
}

function Row({ inquiry }: { readonly inquiry: Inquiry }) {
  const words = useWords(contactWords);
  const { id, title, status, isRead, updatedMillis } = inquiry;
  return (
    <li>
      <Link to={`/more/contact/${id}`} className="contact-row">
        <span className="contact-row__words">
          <span className="contact-row__title text-cut">
            {isRead === 0 && <UnreadDot label={words.isUnread} />}
            {title}
          </span>
          <span className="contact-row__time text-caption figure">
            {formatDate(updatedMillis).slice(5)} {formatClock(updatedMillis)}
          </span>
        </span>
        <Badge tone={status === 'OPEN' ? 'brass' : 'neutral'}>{words.statuses[status]}</Badge>
      </Link>
    </li>
  );
}
