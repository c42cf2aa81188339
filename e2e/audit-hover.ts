// Use by mouse: controls must have a hover style.
import type { Page } from '@playwright/test';

const MARK = 'data-journey-hover';

/** One control of each kind: those with the same tag and classes are drawn by the same rules. */
export async function hoverComplaints(page: Page): Promise<string[]> {
  const controls = await page.evaluate(markControls, MARK);
  const complaints: string[] = [];
  for (const { mark, name } of controls) {
    await page.mouse.move(0, 0);
    const before = await page.evaluate(lookAt, `[${MARK}="${mark}"]`);
    // An element that disappeared meanwhile is no complaint: prices and lists change.
    if (before === undefined) continue;
    await page.mouse.move(before.x, before.y);
    const after = await page.evaluate(lookAt, `[${MARK}="${mark}"]`);
    if (after?.isUnderMouse && after.style === before.style)
      complaints.push(`nothing shows that the mouse is on ${name}`);
  }
  await page.mouse.move(0, 0);
  return complaints;
}

function markControls(mark: string): { readonly mark: number; readonly name: string }[] {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const seen = new Set<string>();
  const marked: { mark: number; name: string }[] = [];
  const scene = modal ?? document.body;
  for (const element of scene.querySelectorAll('button:enabled, a[href], [role="tab"], select:enabled')) {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    const isShown = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    const kindOfControl = `${element.tagName} ${element.getAttribute('class')}`;
    if (!isShown || top < 0 || bottom > innerHeight || seen.has(kindOfControl)) continue;
    seen.add(kindOfControl);
    element.setAttribute(mark, String(marked.length));
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    marked.push({
      mark: marked.length,
      name: `${element.tagName.toLowerCase()}.${element.classList[0]} «${words.slice(0, 24)}»`,
    });
  }
  return marked;
}

/** The middle of a control and how it looks now; undefined where it is not shown any more. */
async function lookAt(selector: string) {
  const element = document.querySelector(selector);
  if (element === null || !element.checkVisibility()) return undefined;
  // A control that does nothing shows why, which takes the page a moment.
  const hint = document.getElementById(element.getAttribute('aria-describedby') ?? '');
  if (hint !== null) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const { left, top, width, height } = element.getBoundingClientRect();
  const {
    backgroundImage,
    backgroundColor,
    color,
    boxShadow,
    borderColor,
    textDecorationLine,
    filter,
    opacity,
  } = getComputedStyle(element);
  return {
    x: left + width / 2,
    y: top + height / 2,
    isUnderMouse: element.matches(':hover'),
    style: JSON.stringify([
      ...[
        backgroundImage,
        backgroundColor,
        color,
        boxShadow,
        borderColor,
        textDecorationLine,
        filter,
        opacity,
        hint?.checkVisibility(),
      ],
    ]),
  };
}
