// What a text field accepts (spec 5): a new value that does not fit leaves the previous one. Pure, so that every rule
// can be tested without a keyboard.

/** The named patterns. An empty text always fits, or nothing could be deleted. */
export const TEXT_PATTERNS = {
  /** Characters of an address, not its shape: `a@` has to be typable on the way to `a@b.kr`. */
  email: /^[A-Za-z0-9._%+\-@]*$/,
  digits: /^\d*$/,
  digitsAndDot: /^[\d.]*$/,
  digitsAndHyphen: /^[\d-]*$/,
  username: /^[a-z0-9_-]*$/,
  password: /^[A-Za-z0-9]*$/,
} as const satisfies Readonly<Record<string, RegExp>>;

export type TextPattern = keyof typeof TEXT_PATTERNS;

/** What may be excluded in addition to the pattern, or instead of one. */
export type Exclusion = 'korean' | 'special' | 'specialAndDigits';

export interface TextRule {
  readonly pattern?: TextPattern | undefined;
  readonly exclude?: readonly Exclusion[] | undefined;
  readonly maxLength?: number | undefined;
}

const EXCLUDED: Readonly<Record<Exclusion, RegExp>> = {
  // Single letters as well as syllables: half a syllable is Korean too.
  korean: /\p{Script=Hangul}/u,
  // Letters of every script, their combining marks, digits and spaces stay.
  special: /[^\p{L}\p{M}\p{Nd}\s]/u,
  specialAndDigits: /[^\p{L}\p{M}\s]/u,
};

export function fits(text: string, rule: TextRule): boolean {
  if (rule.pattern !== undefined && !TEXT_PATTERNS[rule.pattern].test(text)) return false;
  if (rule.maxLength !== undefined && text.length > rule.maxLength) return false;
  return !(rule.exclude ?? []).some((each) => EXCLUDED[each].test(text));
}

/**
 * Full-width letters and digits of an East Asian keyboard stand for the plain ones. Only where a pattern requires plain
 * ones: a name stays as it is written. Capitals of a username come from the phone's keyboard and are lowered.
 */
function plain(text: string, rule: TextRule): string {
  if (rule.pattern === undefined) return text;
  const narrow = text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  return rule.pattern === 'username' ? narrow.toLowerCase() : narrow;
}

export function typedText({
  previous,
  raw,
  rule,
}: {
  readonly previous: string;
  readonly raw: string;
  readonly rule: TextRule;
}): string {
  const next = plain(raw, rule);
  return fits(next, rule) ? next : previous;
}
