// A gateway that has lost the carrier hears no prices and no pushes, and nobody who looks at a screen could tell. After a
// while its live connections are ended: clients open others, which the proxy gives to gateways that are well.
import type { Carrier } from '../bus/carrier.ts';
import type { Realtime } from '../realtime/realtime.ts';

/** Longer than the restart of a NATS server takes. */
export const SILENT_MS = 2_000;
const LOOK_MS = 250;

/** Returns the function that ends the watch. */
export function endWhenSilent({
  carrier,
  realtime,
  steadyMs,
  every,
}: {
  readonly carrier: Pick<Carrier, 'isConnected'>;
  readonly realtime: Pick<Realtime, 'endAll'>;
  readonly steadyMs: () => number;
  readonly every: (ms: number, call: () => void) => () => void;
}): () => void {
  let heardAt = steadyMs();
  return every(LOOK_MS, () => {
    if (carrier.isConnected()) heardAt = steadyMs();
    // Again and again: a connection that is opened meanwhile hears nothing either.
    else if (steadyMs() - heardAt >= SILENT_MS) realtime.endAll();
  });
}
