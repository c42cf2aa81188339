import { LongText } from '../shell/long-text.tsx';
import type { DocumentName } from '../text/documents/document.ts';
import { useText } from '../text/language.tsx';
import { BottomSheet } from '../ui/bottom-sheet.tsx';

interface Props {
  readonly name: DocumentName;
  readonly onClose: () => void;
}

/** Nobody can agree to what they cannot read before they are a member. */
export function DocumentSheet({ name, onClose }: Props) {
  const { account, routes, shell } = useText();
  const titles = { terms: routes.terms, privacy: routes.privacy, risk: account.riskTitle };
  return (
    <BottomSheet open title={titles[name]} closeLabel={shell.close} onClose={onClose} bleeds>
      <LongText name={name} />
    </BottomSheet>
  );
}
