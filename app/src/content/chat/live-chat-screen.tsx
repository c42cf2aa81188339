// Live chat, where an operator has configured one: it opens apart from the app, on the page of whoever runs it.
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { contentWords } from '../../text/content.ts';
import { useWords } from '../../text/language.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import './live-chat-screen.css';

export function LiveChatScreen() {
  const words = useWords(contentWords);
  const navigate = useNavigate();
  const url = useWatched(usePlatform().site)?.liveChatUrl ?? null;
  if (url === null)
    return (
      <StatePanel
        kind="empty"
        title={words.chatAbsent}
        sentence={words.chatAbsentLead}
        action={{ label: words.toContact, onPress: () => void navigate({ to: '/more/contact' }) }}
      />
    );
  return (
    <section className="live-chat">
      <h2 className="text-title3">{words.chatTitle}</h2>
      <p className="live-chat__lead">{words.chatLead}</p>
      <a className="live-chat__open" href={url} target="_blank" rel="noopener noreferrer">
        {words.chatOpen}
      </a>
    </section>
  );
}
