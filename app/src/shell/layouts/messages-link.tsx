import { useText } from '../../text/language.tsx';
import { UnreadLink } from './unread-link.tsx';

/** An answer to an inquiry is told by a message, too. */
export const MessagesLink = () => (
  <UnreadLink to="/more/message" icon="mail" label={useText().shell.messages} kind="MESSAGE" />
);
