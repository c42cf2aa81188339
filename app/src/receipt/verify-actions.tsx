import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Button } from '../ui/buttons/button.tsx';
import type { IconName } from '../ui/icons/icons.ts';
import './verify-actions.css';

interface Props {
  /** Takes the values along: as a file, or as a copied text. */
  readonly keep: { readonly label: string; readonly icon: IconName; readonly onPress: () => void };
  readonly onAgain: () => void;
}

export function VerifyActions({ keep, onAgain }: Props) {
  const words = useWords(receiptWords);
  return (
    <div className="verify-actions">
      <Button kind="tonal" icon={keep.icon} onPress={keep.onPress}>
        {keep.label}
      </Button>
      <Button onPress={onAgain}>{words.verifyAgain}</Button>
    </div>
  );
}
