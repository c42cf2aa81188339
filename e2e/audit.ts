// The checks of every screen. One call reports all complaints of a page at once.
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { keyboardComplaints } from './audit-keyboard.ts';
import { layoutComplaints } from './audit-layout.ts';

/** A rule that axe cannot judge on this page, with its reason. */
export interface Exception {
  readonly rule: string;
  readonly because: string;
}

export interface AuditOptions {
  /** Names the screen in a failure. */
  readonly at: string;
  /** Names, roles and colours do not depend on the size of the screen, and of these only contrast on the colours. */
  readonly axe?: 'everything' | 'contrast' | 'nothing';
  /** Boxes do not depend on the colours. */
  readonly layout?: boolean;
  /** Mouse: the page is laid out for one, and its targets are smaller. */
  readonly pointer?: 'finger' | 'mouse';
  /** Tabbing through a page takes a while and depends on neither. */
  readonly keyboard?: boolean;
  readonly except?: readonly Exception[];
}

/** docs/design.md: a thumb needs 44 px; WCAG 2.5.8 allows 24 for a mouse. */
const LEAST_TARGET_PX = { finger: 44, mouse: 24 } as const;

/** A complaint does not end the journey: the next screen is audited all the same. */
export async function audit(page: Page, options: AuditOptions): Promise<void> {
  const {
    at,
    axe = 'everything',
    layout = true,
    pointer = 'finger',
    keyboard = false,
    except = [],
  } = options;
  await page.evaluate(settle);
  const complaints = [
    ...(axe === 'nothing' ? [] : await axeComplaints(page, axe, except)),
    ...(layout ? await page.evaluate(layoutComplaints, LEAST_TARGET_PX[pointer]) : []),
    ...(keyboard ? await keyboardComplaints(page) : []),
  ];
  expect.soft(complaints, at).toEqual([]);
}

/** Runs inside the page: what fades, such as colours after a change of theme or a closed sheet, is judged where it ends. */
async function settle(): Promise<void> {
  await document.fonts.ready;
  for (const fading of document.getAnimations()) if (fading instanceof CSSTransition) fading.finish();
}

/** Contrast (AA), names, roles, landmarks: everything axe checks. */
async function axeComplaints(
  page: Page,
  asked: 'everything' | 'contrast',
  except: readonly Exception[],
): Promise<string[]> {
  // Half a megabyte of code stays in the page until it is loaded anew.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(runAxe, {
    // Of what is right nobody reads the list, and describing its elements takes longer than the checks.
    resultTypes: ['violations'],
    selectors: false,
    ...(asked === 'contrast'
      ? { runOnly: ['color-contrast'] }
      : { rules: Object.fromEntries(except.map(({ rule }) => [rule, { enabled: false }])) }),
  } satisfies axe.RunOptions);
}

/** Runs inside the page. */
async function runAxe(options: axe.RunOptions): Promise<string[]> {
  const { violations } = await (window as unknown as { readonly axe: typeof axe }).axe.run(document, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`.trim()),
  );
}
