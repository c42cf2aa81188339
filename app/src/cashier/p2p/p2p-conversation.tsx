// What the member and the counterpart wrote to each other; staff read it in a dispute.
import { formatClock } from '@maru/client/format-date';
import { p2pSend } from '@maru/contract/cashier/p2p';
import { AttachedFiles, AttachedList } from '../../file/attachments.tsx';
import { useWriting, WritingLine } from '../../file/writing.tsx';
import { useCall } from '../../shell/connection/use-call.ts';
import { cashierP2pWords } from '../../text/cashier-p2p.ts';
import { useWords } from '../../text/language.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import './p2p-conversation.css';
import { isPurchase, type P2p } from './p2p-view.ts';

const LONGEST = 500;

export function P2pConversation({ p2p, onSent }: { readonly p2p: P2p; readonly onSent: () => void }) {
  const words = useWords(cashierP2pWords);
  const title = isPurchase(p2p) ? words.talkSeller : words.talkBuyer;
  return (
    <section className="p2p-talk" aria-label={title}>
      <div className="p2p-talk__head">
        <h2 className="text-title3">{title}</h2>
        <span className="text-micro">{words.evidence}</span>
      </div>
      {p2p.messages.length === 0 && <p className="text-caption">{words.noMessages}</p>}
      <ol className="p2p-talk__messages" aria-live="polite">
        {p2p.messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      <Writing dnwHistoryId={p2p.request.id} onSent={onSent} />
    </section>
  );
}

function Message({ message }: { readonly message: P2p['messages'][number] }) {
  const words = useWords(cashierP2pWords);
  const isMine = message.from === 'ME';
  const who = isMine ? words.me : message.from === 'STAFF' ? words.staffName : words.counterpartName;
  return (
    <li className={isMine ? 'p2p-talk__message p2p-talk__message--mine' : 'p2p-talk__message'}>
      {!isMine && (
        <Tile shape="round" size={32}>
          {message.from === 'STAFF' ? words.staff : words.seller}
        </Tile>
      )}
      <div className="p2p-talk__text">
        <span className="unseen">{who}: </span>
        {message.text}
        <AttachedFiles files={message.files} />
      </div>
      <span className="p2p-talk__time text-micro figure">{formatClock(message.atMillis)}</span>
    </li>
  );
}

interface WritingProps {
  readonly dnwHistoryId: number;
  readonly onSent: () => void;
}

function Writing({ dnwHistoryId, onSent }: WritingProps) {
  const words = useWords(cashierP2pWords);
  const { busy, send } = useCall(p2pSend);
  const writing = useWriting({
    ...{ busy, needsText: false },
    async send(written) {
      const outcome = await send({ body: { dnwHistoryId, ...written } });
      if (outcome?.ok === true) onSent();
      return outcome && (outcome.ok ? 'SENT' : { refused: outcome.message });
    },
  });
  return (
    <form onSubmit={writing.submit}>
      <AttachedList attaching={writing.attaching} />
      <div className="p2p-talk__write input-box">
        <WritingLine writing={writing} longest={LONGEST} words={words} />
      </div>
      <p className="p2p-talk__refused text-caption" aria-live="polite">
        {writing.refused}
      </p>
    </form>
  );
}
