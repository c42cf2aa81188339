import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Button } from '../ui/buttons/button.tsx';
import type { IconName } from '../ui/icons/icons.ts';
import './verify-actions.css';

interface Props {
  /** Saves the values: as a file, or as a copied text. */
  readonly save: { readonly label: string; readonly icon: IconName; readonly onPress: () => void };
  readonly onAgain: () => void;
}

export function VerifyActions({ save, onAgain }: Props) {
  const words = useWords(receiptWords);
  return (
    <div className="verify-actions">
      <Button kind="tonal" icon={save.icon} onPress={save.onPress}>
        {save.label}
      </Button>
      <Button onPress={onAgain}>{words.verifyAgain}</Button>
    </div>
  );
}
