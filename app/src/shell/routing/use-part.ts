import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/**
 * A part of a screen that is fetched once the screen is shown: neither its code nor its elements weigh on the page that
 * the build draws. Where it cannot be fetched the screen stays without it.
 */
export function usePart(load: () => Promise<ComponentType>): ComponentType | undefined {
  const [part, setPart] = useState<{ readonly Part: ComponentType }>();
  const fetchPart = useEffectEvent(load);
  useEffect(() => {
    let isHere = true;
    fetchPart().then(
      (Part) => isHere && setPart({ Part }),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  return part?.Part;
}
