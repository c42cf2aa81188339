import { LongText } from '../../shell/messages/long-text.tsx';
import { TermsText } from '../../shell/messages/terms-text.tsx';
import { accountWords } from '../../text/account.ts';
import type { DocumentName } from '../../text/documents/document.ts';
import { useText, useWords } from '../../text/language.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';

interface Props {
  readonly name: DocumentName;
  readonly onClose: () => void;
}

/** Shows a document during sign-up: it must be readable before anybody agrees to it. */
export function DocumentSheet({ name, onClose }: Props) {
  const { routes, shell } = useText();
  const { riskTitle } = useWords(accountWords);
  const titles = { terms: routes.terms, privacy: routes.privacy, risk: riskTitle };
  return (
    <BottomSheet open title={titles[name]} closeLabel={shell.close} onClose={onClose} bleeds>
      {name === 'risk' ? <LongText name={name} /> : <TermsText name={name} />}
    </BottomSheet>
  );
}
