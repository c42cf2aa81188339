// What a member would have noticed: calls that ended with an error on the screen, or a live connection that was away.
import { isCommand } from './drill-checker.ts';
import type { Asked, MemberHistory } from './drill-log.ts';

/** A retry that succeeds within this time is not shown. */
const HIDDEN_MS = 5_000;

export function noticed(members: readonly MemberHistory[]): readonly string[] {
  return members.flatMap((member) => [
    ...member.asked.flatMap((each) => errorOf(each) ?? []).map((text) => `${member.name}: ${text}`),
    ...member.downs
      .map(({ from, until }) => (until ?? Infinity) - from)
      .filter((ms) => ms > HIDDEN_MS)
      .map((ms) => `${member.name}: the live connection was away for ${Math.round(ms)} ms`),
  ]);
}

/** A refusal of the rules is an answer, and a limit that is reached is one of them. */
function errorOf(asked: Asked): string | undefined {
  const { path, attempts, answer } = asked;
  const failed = attempts.filter(({ status }) => status === undefined || status >= 500);
  if (failed.length === 0) return undefined;
  const codes = failed.map(({ status, code }) => code ?? status ?? 'no answer').join(', ');
  if (answer === undefined)
    return `${path} ${isCommand(asked) ? 'was never answered' : 'ended with an error'}: ${codes}`;
  const tookMs = (attempts.at(-1)?.answeredAt ?? Infinity) - (attempts[0]?.askedAt ?? 0);
  return tookMs > HIDDEN_MS ? `${path} took ${Math.round(tookMs)} ms after ${codes}` : undefined;
}
