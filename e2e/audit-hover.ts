// Use by mouse: controls must have a hover style.
import type { Page } from '@playwright/test';

const MARK = 'data-journey-hover';

/** One control of each kind: those with the same tag and classes are drawn by the same rules. */
export async function hoverComplaints(page: Page): Promise<string[]> {
  const controls = await page.evaluate(markControls, MARK);
  const complaints: string[] = [];
  for (const { mark, name } of controls) {
    const control = page.locator(`[${MARK}="${mark}"]`);
    // An element that disappeared meanwhile is no complaint: prices and lists change.
    if ((await control.count()) === 0) continue;
    await page.mouse.move(0, 0);
    const before = await control.evaluate(styleOf);
    const box = await control.boundingBox();
    if (box === null) continue;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const isUnderMouse = await control.evaluate((element) => element.matches(':hover'));
    if (isUnderMouse && (await control.evaluate(styleOf)) === before)
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

function styleOf(element: Element): string {
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
  return JSON.stringify([
    ...[backgroundImage, backgroundColor, color, boxShadow, borderColor, textDecorationLine, filter, opacity],
  ]);
}
