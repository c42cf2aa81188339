// A short tour on an account's first visit of a trade screen: three marks, one after the other, that can be skipped at
// any time and never come back. Nothing is blocked meanwhile: an order may be placed under it.
import { endTour } from '@maru/contract/tour/calls';
import { useLayoutEffect, useState } from 'react';
import { useDevice } from '../shell/device/device.tsx';
import { isTourOver, storeTourOver } from '../shell/device/stored-tour.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useRouter } from '../shell/routing/router.tsx';
import { useWords } from '../text/language.tsx';
import { tourWords } from '../text/tour.ts';
import { Button } from '../ui/buttons/button.tsx';
import './tour.css';

/** The trade screens of members, by their menu. */
const TRADES: ReadonlySet<string> = new Set(['/exchange/$id', '/oversea/$id', '/future/$stock']);
/** What each mark points at: the price, the two directions, and the whole page. */
const TARGETS = ['.round-chart, .chart-canvas, .price-strip', '.direction-pair', undefined] as const;

export function TradeTour() {
  const { call, member: who } = usePlatform();
  const { storage } = useDevice();
  const member = useWatched(who);
  const here = useWatched(useRouter().here);
  const [isOver, setOver] = useState(() => isTourOver(storage));
  if (isOver || member?.isTourOver !== false || here === undefined || !TRADES.has(here.row.path)) return null;
  const end = () => {
    storeTourOver(storage);
    // Without an answer this device knows it all the same, and another one shows the tour once more.
    void call(endTour, { body: {} });
    setOver(true);
  };
  return <Marks onEnd={end} />;
}

function Marks({ onEnd }: { readonly onEnd: () => void }) {
  const words = useWords(tourWords);
  const [step, setStep] = useState(0);
  const ring = useRing(TARGETS[step]);
  const { title, lead } = words.marks[step] ?? words.marks[0];
  const isLast = step === TARGETS.length - 1;
  const isBelow = ring !== undefined && ring.top < window.innerHeight / 2;
  return (
    <>
      {ring && (
        <svg className="tour__ring" aria-hidden="true">
          <rect {...around(ring)} rx="18" />
        </svg>
      )}
      <aside className={isBelow ? 'tour tour--below' : 'tour'} aria-label={words.label} aria-live="polite">
        <p className="text-micro">{words.stepOf(step + 1, TARGETS.length)}</p>
        <strong className="text-strong">{title}</strong>
        <p className="text-note">{lead}</p>
        <div className="tour__ways">
          <Button kind="tonal" size="small" onPress={onEnd}>
            {words.skip}
          </Button>
          <Button size="small" onPress={() => (isLast ? onEnd() : setStep(step + 1))}>
            {isLast ? words.done : words.next}
          </Button>
        </div>
      </aside>
    </>
  );
}

const GAP = 4;

/** A little outside of the target, but never outside of the screen. */
function around({ left, top, right, height }: DOMRect) {
  const x = Math.max(left - GAP, GAP);
  const end = Math.min(right + GAP, window.innerWidth - GAP);
  return { x, y: top - GAP, width: end - x, height: height + 2 * GAP };
}

/** Where the target is now; undefined where the screen has none. */
function useRing(selector: string | undefined) {
  const [ring, setRing] = useState<DOMRect>();
  useLayoutEffect(() => {
    const measure = () => {
      const rect =
        selector === undefined ? undefined : document.querySelector(selector)?.getBoundingClientRect();
      setRing(rect !== undefined && rect.width > 0 ? rect : undefined);
    };
    measure();
    window.addEventListener('resize', measure);
    window.addEventListener('scroll', measure, true);
    return () => {
      window.removeEventListener('resize', measure);
      window.removeEventListener('scroll', measure, true);
    };
  }, [selector]);
  return ring;
}
