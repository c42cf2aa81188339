// Leads to a new inquiry about one thing: its receipt is attached to the question by the server.
import { Link } from '../shell/routing/router.tsx';
import { contactWords } from '../text/contact.ts';
import { useWords } from '../text/language.tsx';
import { buttonClass } from '../ui/buttons/button.tsx';

export function AskAbout({ kind, id }: { readonly kind: string; readonly id: number }) {
  const words = useWords(contactWords);
  return (
    <Link
      to={`/more/contact/create?about=${kind}-${id}`}
      className={buttonClass({ kind: 'line', size: 'medium' })}
    >
      <span className="button__face">{words.ask}</span>
    </Link>
  );
}
