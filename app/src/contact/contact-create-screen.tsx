// A new inquiry: the question, pictures, and what it is about.
import { createContact } from '@maru/contract/contact/calls';
import { type FormEvent, useState } from 'react';
import { AttachButton, AttachedList } from '../file/attachments.tsx';
import { useAttaching } from '../file/use-attaching.ts';
import { useWriteKey } from '../file/writing.tsx';
import { useCall } from '../shell/connection/use-call.ts';
import { useToasts } from '../shell/messages/toasts.tsx';
import { useNavigate, useRouter } from '../shell/routing/router.tsx';
import { contactWords } from '../text/contact.ts';
import { fileWords } from '../text/file.ts';
import { useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { Dock } from '../ui/layout/dock.tsx';
import { aboutIn, isMismatchIn } from './about.ts';
import './contact-create-screen.css';

const LONGEST = 2_000;

export function ContactCreateScreen() {
  const words = useWords(contactWords);
  const pictures = useWords(fileWords);
  const navigate = useNavigate();
  const toasts = useToasts();
  const { history } = useRouter();
  const [about] = useState(() => aboutIn(history.location.search));
  const [question, setQuestion] = useState(() =>
    isMismatchIn(history.location.search) ? words.mismatchQuestion : '',
  );
  const [refused, setRefused] = useState<string>();
  const attaching = useAttaching();
  const writeKey = useWriteKey();
  const { busy, send } = useCall(createContact);
  const isEmpty = question.trim() === '';

  async function create(event: FormEvent) {
    event.preventDefault();
    if (isEmpty || busy || !attaching.isReady) return;
    const { fileIds } = attaching;
    const body = { question: question.trim(), fileIds, ...(about === undefined ? {} : { about }) };
    const outcome = await send({ body: { ...body, writeKey: writeKey.of(body) } });
    if (outcome === undefined) return;
    if (!outcome.ok) return setRefused(outcome.message);
    toasts.show({ kind: 'general', title: words.sent });
    void navigate({ to: `/more/contact/${outcome.reply.inquiry.id}`, replace: true });
  }

  return (
    <form className="contact-create" onSubmit={(event) => void create(event)}>
      <div className="contact-create__body">
        {about !== undefined && <AboutCard kind={about.kind} id={about.id} />}
        <textarea
          className="contact-create__question"
          aria-label={words.question}
          placeholder={words.questionHint}
          value={question}
          maxLength={LONGEST}
          rows={8}
          onChange={({ target }) => {
            setQuestion(target.value);
            setRefused(undefined);
          }}
        />
        <div className="contact-create__attach">
          <AttachButton attaching={attaching} />
          <span className="text-caption">{pictures.attach}</span>
        </div>
        <AttachedList attaching={attaching} />
        <p className="contact-create__refused text-caption" aria-live="polite">
          {refused}
        </p>
      </div>
      <Dock kind="page" label={words.send}>
        <Button type="submit" busy={busy} busyLabel={words.sending} disabled={isEmpty || !attaching.isReady}>
          {words.send}
        </Button>
      </Dock>
    </form>
  );
}

function nameOf(kind: string, words: { readonly [Name in 'dnw' | 'funding' | 'trade']: string }): string {
  switch (kind) {
    case 'DNW':
      return words.dnw;
    case 'FUTURES_FUNDING':
      return words.funding;
    default:
      return words.trade;
  }
}

export function AboutCard({ kind, id }: { readonly kind: string; readonly id: number }) {
  const words = useWords(contactWords);
  return (
    <div className="contact-about">
      <span className="text-caption">{words.about}</span>
      <b className="figure">{words.aboutKind(nameOf(kind, words), String(id))}</b>
      <span className="contact-about__lead text-caption">{words.aboutLead}</span>
    </div>
  );
}
