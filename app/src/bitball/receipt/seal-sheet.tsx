import { useCopy } from '../../receipt/use-copy.ts';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { HashText } from '../../ui/figures/hash-text.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import './seal-sheet.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly commit: string;
}

/** The whole value, so that it can be written down before the draw. */
export function SealSheet({ open, onClose, commit }: Props) {
  const words = useWords(bitballWords);
  const { isCopied, copy } = useCopy();
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.sealTitle}
      closeLabel={words.close}
      action={
        <Button kind="tonal" icon={isCopied ? 'check' : 'copy'} onPress={() => copy(commit)}>
          {isCopied ? words.copied : words.copySeal}
        </Button>
      }
    >
      <p className="seal-sheet__hash">
        <HashText value={commit} whole />
      </p>
      <p className="seal-sheet__lead text-lead">{words.sealLead}</p>
    </BottomSheet>
  );
}
