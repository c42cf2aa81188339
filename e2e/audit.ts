// What must hold on every screen, whoever draws it. One call, and every complaint of a page at once.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { keyboardComplaints } from './audit-keyboard.ts';
import { layoutComplaints } from './audit-layout.ts';

/** A rule that axe cannot judge on this page, with its reason. */
export interface Exception {
  readonly rule: string;
  readonly because: string;
}

export interface AuditOptions {
  /** Says in a failure where it was. */
  readonly at: string;
  /** Tabbing through a page takes a while and does not depend on colours: once for each page is enough. */
  readonly keyboard?: boolean;
  readonly except?: readonly Exception[];
}

export async function audit(page: Page, { at, keyboard = false, except = [] }: AuditOptions): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const complaints = [
    ...(await axeComplaints(page, except)),
    ...(await page.evaluate(layoutComplaints)),
    ...(keyboard ? await keyboardComplaints(page) : []),
  ];
  expect(complaints, at).toEqual([]);
}

/** Contrast (AA), names, roles, landmarks: everything axe knows. */
async function axeComplaints(page: Page, except: readonly Exception[]): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .disableRules(except.map(({ rule }) => rule))
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ''}`.trim()),
  );
}
