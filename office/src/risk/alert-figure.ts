// What an alert is about, and its figure or limit with the unit.
import type { RiskRule } from '@maru/contract/risk/rules';
import { words } from '../text/risk.ts';
import { amountText, wonText } from './won.ts';

const IN_WON: ReadonlySet<RiskRule> = new Set(['netTotal', 'netInstrument', 'sideInstrument', 'houseLoss']);

export const figureText = (rule: RiskRule, value: string): string =>
  IN_WON.has(rule) ? wonText(value) : `${amountText(value)}${words.units[rule] ?? ''}`;

/** A round is named by its instrument and its kind; the last word of its subject is the number of its row. */
export function alertSubject({
  rule,
  subject,
}: {
  readonly rule: RiskRule;
  readonly subject: string;
}): string {
  const [code = '', type = ''] = subject.split(' ');
  return rule === 'roundSkew' && type !== '' ? words.roundName(code, type) : subject;
}
