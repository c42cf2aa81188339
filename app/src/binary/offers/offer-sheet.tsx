import type { WireBinaryOption } from '@maru/contract/binary/offers';
import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { OfferList } from './offer-list.tsx';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly current: WireBinaryOption;
  readonly onChoose: (offer: WireBinaryOption) => void;
}

export function OfferSheet({ open, onClose, current, onChoose }: Props) {
  const words = useWords(binaryWords);
  return (
    <BottomSheet open={open} onClose={onClose} title={words.chooseTitle} closeLabel={words.close}>
      <OfferList current={current} onChoose={onChoose} />
    </BottomSheet>
  );
}
