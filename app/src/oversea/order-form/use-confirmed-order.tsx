// An order that the member may have to confirm first, by their settings.

import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { type ReactNode, useState } from 'react';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import type { OrderRequest } from '../orders/order-request.ts';
import { type Gate, maySend } from '../orders/trading-gate.ts';
import type { OrderDesk } from '../orders/use-order-desk.ts';
import { ConfirmOrderSheet } from './confirm-order-sheet.tsx';

interface Around {
  readonly instrument: WireOverseaOption;
  readonly desk: OrderDesk;
  readonly gate: Gate;
  readonly position: WireOverseaPosition | undefined;
  readonly tick: LiveTick | undefined;
  /** Orders are sent without a confirmation, whatever the settings are. */
  readonly isInstant?: boolean;
}

interface ConfirmedOrder {
  place(request: OrderRequest): void;
  /** The confirmation; the caller has to render it. */
  readonly sheet: ReactNode;
}

export function useConfirmedOrder({
  desk,
  gate,
  position,
  isInstant = false,
  ...facts
}: Around): ConfirmedOrder {
  const { confirmOrders } = usePreferences();
  const [request, setRequest] = useState<OrderRequest>();
  const [isAsked, setAsked] = useState(false);
  const isGone =
    request !== undefined && !maySend(gate, { side: request.tradeType, type: request.marketType }, position);
  return {
    place(wanted) {
      if (isInstant || !confirmOrders) return void desk.place(wanted);
      setRequest(wanted);
      setAsked(true);
    },
    sheet: (
      <ConfirmOrderSheet
        {...facts}
        open={isAsked}
        request={request}
        isGone={isGone}
        onClose={() => setAsked(false)}
        onConfirm={(confirmed) => {
          setAsked(false);
          void desk.place(confirmed);
        }}
      />
    ),
  };
}
