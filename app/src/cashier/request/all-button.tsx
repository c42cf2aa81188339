import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';

interface Props {
  /** A decimal text; undefined until it is known. */
  readonly all: string | undefined;
  readonly onAll: (all: string) => void;
}

/** Fills in all that may be taken. */
export function AllButton({ all, onAll }: Props) {
  const words = useWords(cashierWords);
  return (
    <Button kind="tonal" size="small" disabled={all === undefined} onPress={() => onAll(all ?? '')}>
      {words.all}
    </Button>
  );
}
