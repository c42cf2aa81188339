// What of an English page is still Korean.
import type { Page } from '@playwright/test';

/** Every Korean text that is visible or read by a screen reader, once. */
export const koreanOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const korean = new Set<string>();
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest('[lang="ko"]') !== null || !element.checkVisibility()) continue;
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const texts = [
        ...own.map(({ textContent }) => textContent ?? ''),
        ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
      ];
      for (const text of texts) if (/[가-힣]/.test(text)) korean.add(text.trim());
    }
    return [...korean];
  });
