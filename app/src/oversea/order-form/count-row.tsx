// How many contracts: the four counts of the settings, and a field for any other number.
import { formatDecimal } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useState } from 'react';
import { usePreferences } from '../../shell/device/device.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { Stepper } from '../../ui/controls/stepper.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import './count-row.css';

interface Props {
  readonly qty: number;
  readonly onQty: (qty: number) => void;
  readonly instrument: WireOverseaOption;
}

export function CountRow({ qty, onQty, instrument }: Props) {
  const words = useWords(overseaTradeWords);
  const { orderCnt } = usePreferences();
  // Counts above the guard are shown hatched rather than hidden, so that the member sees that they exist.
  const guard = useOverseaAccount().guard?.once ?? Number.MAX_SAFE_INTEGER;
  const [isTyping, setTyping] = useState(false);
  const counts = [...new Set(orderCnt)];
  const isOwn = !counts.includes(qty);
  return (
    <div className="count-row">
      <span className="count-row__name text-micro" aria-hidden="true">
        {words.count}
      </span>
      <ChipRow label={words.countOf}>
        {counts.map((count) => (
          <Chip
            key={count}
            shape="square"
            pressed={count === qty}
            disabled={count > guard}
            label={count > guard ? `${formatDecimal(String(count))}, ${words.aboveGuard}` : undefined}
            onPress={() => onQty(count)}
          >
            <span className="figure">{formatDecimal(String(count))}</span>
          </Chip>
        ))}
        <Chip
          shape="square"
          pressed={isOwn}
          label={isOwn ? `${words.own} ${formatDecimal(String(qty))}` : undefined}
          onPress={() => setTyping(true)}
        >
          {isOwn ? <span className="figure">{formatDecimal(String(qty))}</span> : words.own}
        </Chip>
      </ChipRow>
      <OwnCount
        open={isTyping}
        qty={qty}
        most={Math.min(instrument.terms?.contractsMost ?? 1, guard)}
        onClose={() => setTyping(false)}
        onQty={(own) => {
          setTyping(false);
          onQty(own);
        }}
      />
    </div>
  );
}

interface OwnProps extends Pick<Props, 'qty' | 'onQty'> {
  readonly most: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

function OwnCount({ open, qty, most, onClose, onQty }: OwnProps) {
  const words = useWords(overseaTradeWords);
  const [typed, setTyped] = useState<string>();
  const value = typed ?? String(qty);
  const count = Number(value || '0');
  return (
    <BottomSheet
      open={open}
      onClose={() => {
        setTyped(undefined);
        onClose();
      }}
      title={words.ownTitle}
      closeLabel={words.close}
      action={
        <Button
          disabled={count < 1}
          onPress={() => {
            setTyped(undefined);
            onQty(Math.min(count, most));
          }}
        >
          {words.apply}
        </Button>
      }
    >
      <p className="count-row__lead text-lead">{words.ownLead(formatDecimal(String(most)))}</p>
      <Stepper
        label={words.ownTitle}
        words={{ less: words.fewer, more: words.more }}
        value={value}
        onChange={setTyped}
        step="1"
        precision={0}
        min="1"
        max={String(most)}
        unit={words.contractUnit}
        size="large"
      />
    </BottomSheet>
  );
}
