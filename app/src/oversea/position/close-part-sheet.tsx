// Closing a part of a position: how many contracts, what it costs, and the order itself.
import { formatDecimal } from '@maru/client/format';
import { useState } from 'react';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Stepper } from '../../ui/controls/stepper.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import './close-part-sheet.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Contracts of the position. */
  readonly held: number;
  /** Buy or sell, the position's side. */
  readonly side: string;
  readonly feeOf: (qty: number) => string;
  readonly onConfirm: (qty: number) => void;
}

export function ClosePartSheet({ open, onClose, held, side, feeOf, onConfirm }: Props) {
  const words = useWords(overseaAccountWords);
  const [typed, setTyped] = useState<string>();
  // The position may shrink while the sheet is open.
  const count = Math.min(held, Math.max(1, Number(typed || '1')));
  const shown = (qty: number) => formatDecimal(String(qty));
  const choices = [...new Set([1, Math.ceil(held / 2), held])];

  function leave() {
    setTyped(undefined);
    onClose();
  }

  return (
    <BottomSheet
      open={open}
      onClose={leave}
      title={words.closePartTitle(`${side} ${words.contracts(shown(held))}`)}
      closeLabel={words.close}
      action={
        <Button
          onPress={() => {
            leave();
            onConfirm(count);
          }}
        >
          {words.closeAtMarket(words.contracts(shown(count)))}
        </Button>
      }
    >
      <p className="close-part__lead">{words.closeLead(feeOf(count))}</p>
      <Stepper
        label={words.closePartCount}
        words={{ less: words.closePartFewer, more: words.closePartMore }}
        // An emptied field is about to get another figure.
        value={typed === '' ? '' : String(count)}
        onChange={setTyped}
        step="1"
        precision={0}
        min="1"
        max={String(held)}
        unit={words.contractUnit}
        size="large"
      />
      <div className="close-part__choices">
        <ChipRow label={words.closePartCount}>
          {choices.map((qty) => (
            <Chip key={qty} shape="square" pressed={qty === count} onPress={() => setTyped(String(qty))}>
              {qty === held ? (
                words.closePartAll
              ) : (
                <span className="figure">{words.contracts(shown(qty))}</span>
              )}
            </Chip>
          ))}
        </ChipRow>
      </div>
    </BottomSheet>
  );
}
