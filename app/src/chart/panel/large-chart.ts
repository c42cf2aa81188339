// A chart as large as the screen: the browser's own full screen where it is allowed, a layer over the page elsewhere
// (an iPhone gives full screen to videos alone).
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { raiseAbove } from '../../ui/overlays/overlay-floor.ts';

export function useLargeChart(element: RefObject<HTMLElement | null>): readonly [boolean, () => void] {
  const [isLarge, setIsLarge] = useState(false);

  useEffect(() => {
    const follow = () => {
      // A full screen covers everything that was shown before it, also the practice mark.
      raiseAbove();
      if (document.fullscreenElement === null) setIsLarge(false);
    };
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);

  useEffect(() => {
    if (!isLarge) return;
    const leave = (event: KeyboardEvent) => {
      // The key closes a sheet over the chart first.
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) setIsLarge(false);
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [isLarge]);

  const toggle = useCallback(() => {
    const isOn = document.fullscreenElement !== null;
    if (isLarge) {
      setIsLarge(false);
      if (isOn) void document.exitFullscreen();
      return;
    }
    setIsLarge(true);
    // Refused where a frame or a device does not allow it; the layer is shown anyway.
    if (document.fullscreenEnabled) void element.current?.requestFullscreen().catch(() => undefined);
  }, [isLarge, element]);

  return [isLarge, toggle];
}
