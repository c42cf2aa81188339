import type { WireBinaryOption } from '@maru/contract/market';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { OptionList } from './instrument-list.tsx';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly current: WireBinaryOption;
  readonly onChoose: (option: WireBinaryOption) => void;
}

export function OptionSheet({ open, onClose, current, onChoose }: Props) {
  const words = useWords(binaryWords);
  return (
    <BottomSheet open={open} onClose={onClose} title={words.chooseTitle} closeLabel={words.close}>
      <OptionList current={current} onChoose={onChoose} />
    </BottomSheet>
  );
}
