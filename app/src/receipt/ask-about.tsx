// Leads to a new inquiry about one thing: its receipt is attached to the question by the server.
import { Link } from '../shell/routing/router.tsx';
import { contactWords } from '../text/contact.ts';
import { useWords } from '../text/language.tsx';
import { buttonClass, IconButtonFace, iconButtonClass } from '../ui/buttons/button.tsx';

export interface AboutThing {
  /** As the server names what it can prove, for example `BET`. */
  readonly kind: string;
  readonly id: number;
}

const askPath = ({ kind, id }: AboutThing): string => `/more/contact/create?about=${kind}-${id}`;

export function AskAbout(about: AboutThing) {
  const words = useWords(contactWords);
  return (
    <Link to={askPath(about)} className={buttonClass({ kind: 'line', size: 'medium' })}>
      <span className="button__face">{words.ask}</span>
    </Link>
  );
}

/** Where this device computed something else than the server: the question is begun. */
export function AskAboutMismatch({ about }: { readonly about: AboutThing }) {
  const words = useWords(contactWords);
  return (
    <Link to={`${askPath(about)}&why=MISMATCH`} className={buttonClass()}>
      <span className="button__face">{words.askMismatch}</span>
    </Link>
  );
}

export function AskAboutIcon(about: AboutThing) {
  const words = useWords(contactWords);
  return (
    <Link to={askPath(about)} className={iconButtonClass} aria-label={words.ask}>
      <IconButtonFace icon="headset" />
    </Link>
  );
}
