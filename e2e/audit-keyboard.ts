// Use by keyboard: Tab must reach every control, and the focus must be visible.
import type { Page } from '@playwright/test';

const MOST_STEPS = 250;
/** Beyond those that the page seems to have. Asking the page after every single step takes longer than the steps. */
const FURTHER_STEPS_AT_ONCE = 10;
const MARK = 'data-journey-stop';

/** Where the focus was after a step; null past the end of the page. */
type Place = { readonly mark: number; readonly isSeen: boolean } | null;

declare global {
  interface Window {
    /** The places after each step since it was asked last. */
    journeyPlaces: () => Place[];
  }
}

/** A page that is still loading may lose the focus, so a fault counts only when a second walk finds one too. */
export async function keyboardComplaints(page: Page): Promise<string[]> {
  const complaints = await walk(page);
  return complaints.length === 0 ? complaints : walk(page);
}

async function walk(page: Page): Promise<string[]> {
  const all = await page.evaluate(markStops, MARK);
  const reached = new Set<number>();
  const unseen = new Set<number>();
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    getSelection()?.removeAllRanges();
  });
  // The walk begins wherever the focus was, so it passes the end of the page once.
  let wasAtEnd = false;
  let last: number | undefined;
  for await (const place of steps(page, all.length)) {
    if (place === null) {
      if (wasAtEnd) break;
      wasAtEnd = true;
      continue;
    }
    if (place.mark < 0) continue;
    // Tab goes through the year, the month and the day of a date, which are one control.
    if (place.mark === last) continue;
    last = place.mark;
    if (reached.has(place.mark)) break;
    reached.add(place.mark);
    if (!place.isSeen) unseen.add(place.mark);
  }
  const present = await page.evaluate((mark) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const marked = [...document.querySelectorAll(`[${mark}]`)];
    const marks = marked.map((element) => Number(element.getAttribute(mark)));
    for (const element of marked) element.removeAttribute(mark);
    for (const element of document.querySelectorAll('*'))
      if (element.scrollTop !== 0) element.scrollTo({ top: 0, behavior: 'instant' });
    return marks;
  }, MARK);
  const groups = new Set(all.filter(({ mark }) => reached.has(mark)).map(({ group }) => group));
  // A control that the walk itself made disappear could not be reached: the ladder's way back to the current price is
  // shown only while the ladder is scrolled away from it.
  const missed = all.filter(
    ({ mark, group }) =>
      present.includes(mark) && !reached.has(mark) && (group === undefined || !groups.has(group)),
  );
  return [
    ...missed.map(({ name }) => `Tab does not reach ${name}`),
    ...all.filter(({ mark }) => unseen.has(mark)).map(({ name }) => `the focus cannot be seen on ${name}`),
  ];
}

async function* steps(page: Page, expected: number): AsyncGenerator<Place> {
  await page.evaluate(notePlaces, MARK);
  const keyboard = await page.context().newCDPSession(page);
  const tab = { type: 'rawKeyDown' as const, key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const press = () => keyboard.send('Input.dispatchKeyEvent', tab);
  try {
    // Once around: past the end of the page, and to a place that was reached before.
    let atOnce = Math.min(expected + 2, MOST_STEPS);
    for (let step = 0; step < MOST_STEPS; ) {
      await Promise.all(Array.from({ length: atOnce }, press));
      yield* await page.evaluate(() => window.journeyPlaces());
      step += atOnce;
      atOnce = FURTHER_STEPS_AT_ONCE;
    }
  } finally {
    await page.evaluate(() => dispatchEvent(new Event('journeywalked')));
    await keyboard.detach();
  }
}

interface Stop {
  readonly mark: number;
  readonly name: string;
  /** Tab enters a group once; arrows move inside. */
  readonly group: string | undefined;
}

function markStops(mark: string): Stop[] {
  const USABLE =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex], [role="button"], [role="switch"], [role="slider"]';
  const GROUPS =
    '[role="tablist"], [role="radiogroup"], [role="toolbar"], [role="listbox"], [role="menu"], [role="grid"]';
  const modal = [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')].at(-1);
  const scene = modal ?? document.body;
  const groups = [...document.querySelectorAll(GROUPS)];
  const groupOf = (element: Element): string | undefined => {
    if (element instanceof HTMLInputElement && element.type === 'radio') return `radios ${element.name}`;
    const place = groups.indexOf(element.closest(GROUPS) as Element);
    return place < 0 ? undefined : `group ${place}`;
  };
  const isUsable = (element: Element): boolean =>
    !element.matches(':disabled') &&
    element.closest('[inert]') === null &&
    element.checkVisibility({ visibilityProperty: true }) &&
    // A heading or a region may be focused by script; that is no control.
    (!element.matches('[tabindex="-1"]') || element.matches('a, button, input, select, textarea'));
  return [...scene.querySelectorAll(USABLE)].filter(isUsable).map((element, place) => {
    element.setAttribute(mark, String(place));
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .trim()
      .replace(/\s+/g, ' ');
    return {
      mark: place,
      name: `${element.tagName.toLowerCase()} «${text.slice(0, 24)}»`,
      group: groupOf(element),
    };
  });
}

/** From now on until the walk is over the page notes where each key has moved the focus, before the next one moves it. */
function notePlaces(mark: string): void {
  const isDrawn = (element: Element, pseudo?: string): boolean => {
    const style = getComputedStyle(element, pseudo);
    const hasOutline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
    return hasOutline || style.boxShadow !== 'none';
  };
  const placeNow = (): Place => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body || focused === document.documentElement) return null;
    const marked = focused.getAttribute(mark);
    // A field or a stepper draws the ring around its whole box, a few levels above the input.
    const frames: Element[] = [];
    for (
      let frame: Element | null = focused;
      frame !== null && frames.length < 6;
      frame = frame.parentElement
    )
      frames.push(frame);
    const siblings = focused.nextElementSibling === null ? [] : [focused.nextElementSibling];
    const isSeen =
      isDrawn(focused, '::before') ||
      isDrawn(focused, '::after') ||
      [...frames, ...siblings].some((element) => isDrawn(element));
    return { mark: marked === null ? -1 : Number(marked), isSeen };
  };
  const noted: Place[] = [];
  const over = new AbortController();
  // The focus moves after the listeners of a key, so that the next key notes where this one has led.
  addEventListener('keydown', () => noted.push(placeNow()), { capture: true, signal: over.signal });
  window.journeyPlaces = () => [...noted.splice(0).slice(1), placeNow()];
  addEventListener('journeywalked', () => over.abort(), { once: true });
}
