// Spec 4: an option that is taken away while it is looked at is said so, and the page is left.
import { useEffect, useEffectEvent } from 'react';
import { usePlatform } from '../shell/platform.tsx';

interface Current {
  readonly id: number;
  readonly stock: string;
}

/** The push names the option by its id or by its code; the contract leaves its body to the product. */
function names(data: unknown, { id, stock }: Current): boolean {
  if (typeof data !== 'object' || data === null) return false;
  const body = data as Readonly<Record<string, unknown>>;
  return body['stock'] === stock || body['overseaOptionId'] === id || body['id'] === id;
}

export function useClosedOption(current: Current | undefined, onClosed: () => void): void {
  const { realtime } = usePlatform();
  const hear = useEffectEvent((data: unknown) => {
    if (current && names(data, current)) onClosed();
  });
  useEffect(
    () =>
      realtime.followTopic('oversea', (push) => {
        if (push.type === 'OVERSEA_OPTION_CLOSE') hear(push.data);
      }),
    [realtime],
  );
}
