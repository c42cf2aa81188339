// The dock of the position page (design 05b): reverse the position, or close it.

import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useState } from 'react';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import './position-dock.css';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { ClosePartSheet } from './close-part-sheet.tsx';
import { usePositionOrders } from './use-position-orders.ts';

interface Props {
  readonly instrument: WireOverseaOption;
}

/**
 * Renders nothing without a position, and keeps no state from one to the next: an open sheet belongs to its position.
 */
export function PositionDock({ instrument }: Props) {
  const words = useWords(overseaAccountWords);
  const { positions } = useOverseaAccount();
  const position = positions.find(({ overseaOptionId }) => overseaOptionId === instrument.id);
  return (
    position && (
      <Dock label={words.positionDock}>
        <PositionActions key={position.id} instrument={instrument} position={position} />
      </Dock>
    )
  );
}

export function PositionActions({
  instrument,
  position,
}: Props & { readonly position: WireOverseaPosition }) {
  const words = useWords(overseaAccountWords);
  const orders = usePositionOrders(instrument, position);
  const [isPart, setPart] = useState(false);
  return (
    <>
      <div className="position-dock">
        <Button kind="tonal" icon="flip" disabled={orders.isSending} onPress={() => void orders.reverse()}>
          {words.reverse}
        </Button>
        {position.qty > 1 && (
          <Button kind="tonal" disabled={orders.isSending} onPress={() => setPart(true)}>
            {words.closePart}
          </Button>
        )}
        <Button
          busy={orders.isSending}
          busyLabel={orders.isChecking ? words.checking : undefined}
          onPress={() => void orders.close()}
        >
          {words.closeAtMarket(orders.contracts)}
        </Button>
      </div>
      <ClosePartSheet
        open={isPart}
        onClose={() => setPart(false)}
        held={position.qty}
        side={orders.side}
        feeOf={orders.feeOf}
        onConfirm={(qty) => void orders.closePart(qty)}
      />
    </>
  );
}
