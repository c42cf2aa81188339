// What is asked for and what was done as its reader needs it: words instead of names of fields and of values.
import { siteFeatures } from '@maru/contract/site-type';
import { walletName } from '../cashier/check-words.ts';
import type { Fact } from '../parts/facts.tsx';
import { secondOf } from '../parts/moments.ts';
import { moneyOf } from '../parts/money.ts';
import { words as audit } from '../text/audit.ts';
import { words as content } from '../text/content.ts';
import { words as control } from '../text/control.ts';
import { words as partner } from '../text/partner.ts';
import { words } from '../text/requests.ts';
import { words as risk } from '../text/risk.ts';
import { words as shell } from '../text/shell.ts';
import { words as site } from '../text/site.ts';

type Names = Readonly<Record<string, string>>;

const FIELDS: Names = {
  ...control.setting.oversea,
  ...control.setting.futures,
  ...site.fields,
  ...site.cashierColumns,
  ...risk.limits,
  ...audit.fields,
  ...words.fields,
};

/** What the values of some fields are called. */
const VALUES: Readonly<Record<string, Names>> = {
  ...audit.values,
  kind: { ...content.kinds, ...content.letter.kinds },
  role: shell.roles,
  mode: control.market.states,
  moneyMode: site.moneyModes,
  language: site.languages,
  theme: site.themes,
  updown: site.updowns,
  accent: site.accents,
  base: partner.bases,
  leverageWithPosition: words.leverageWithPosition,
};

const SUBJECTS: Names = { ...content.kinds, ...words.subjects };

/** Digits in them are not an amount. */
const NAMES = new Set(['username', 'name', 'nick', 'code', 'coupon', 'type', 'accountNumber', 'holder']);
const DECIMAL = /^-?\d+(\.\d+)?$/;
const HASH = /^[0-9a-f]{32,}$/;
const HASH_SHOWN = 8;

const shortened = (text: string): string => (HASH.test(text) ? `${text.slice(0, HASH_SHOWN)}…` : text);

/** The bits of a site's type. */
function productsOf(type: string): string {
  const features = Object.entries(siteFeatures(type) ?? {}).filter(([, isOn]) => isOn);
  return features.map(([feature]) => site.features[feature as keyof typeof site.features]).join(', ');
}

function wordOf(field: string, value: unknown): string {
  if (value === null) return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((one: unknown) => wordOf(field, one)).join(', ');
  if (typeof value === 'number') return field.endsWith('Millis') ? secondOf(value) : String(value);
  const text = String(value);
  if (field === 'walletTypes') return walletName(text);
  if (field === 'type') return productsOf(text);
  if (field === 'product') return partner.product(text);
  const named = VALUES[field]?.[text];
  if (named !== undefined) return named;
  return DECIMAL.test(text) && !NAMES.has(field) ? moneyOf(text) : shortened(text);
}

const isNested = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function factsIn(fields: Readonly<Record<string, unknown>>, above: string): readonly Fact[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const name = fieldText(field);
    const label = above === '' || above === name ? name : `${above} · ${name}`;
    if (isNested(value)) return factsIn(value, label);
    if (Array.isArray(value) && value.some(isNested))
      return value.filter(isNested).map((row) => ({ label, value: rowOf(row) }));
    return [{ label, value: wordOf(field, value) }];
  });
}

export const fieldText = (field: string): string => FIELDS[field] ?? field;

/** A value that was written down as text: JSON where it was none. */
export function writtenText(field: string, written: string): string {
  if (!/^(\[|true$|false$)/.test(written)) return wordOf(field, written);
  try {
    return wordOf(field, JSON.parse(written) as unknown);
  } catch {
    return written;
  }
}

const rowOf = (row: Readonly<Record<string, unknown>>): string =>
  Object.entries(row)
    .map(([field, value]) => wordOf(field, value))
    .join(' ');

/** The requested change, field by field; it is JSON of a plain object. */
export function factsOf(body: string): readonly Fact[] {
  const read = JSON.parse(body) as unknown;
  return isNested(read) ? factsIn(read, '') : [{ label: '', value: body }];
}

/** `player 7`, `alert/7` and `hosts,type` are what the server calls them. */
export function subjectText(subject: string): string {
  const whole = SUBJECTS[subject];
  if (whole !== undefined) return whole;
  const [, kind = '', id = ''] = /^(\w+)[ /](.+)$/.exec(subject) ?? [];
  const numbered = SUBJECTS[kind];
  if (numbered !== undefined) return `${numbered} ${id}`;
  const fields = subject.split(',').map((field) => site.fields[field as keyof typeof site.fields]);
  return fields.every((field) => field !== undefined) ? fields.join(' · ') : shortened(subject);
}
