// Turns a refusal into its answer. Bodies without a field are made once.
import { type Language, type RefusalCode, refusals, refusalText } from '@maru/contract/refusals';
import type { FastifyReply } from 'fastify';

export interface Refused {
  readonly code: RefusalCode;
  readonly language: Language;
  readonly field?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** Only with UNEXPECTED: the id that support can look up in the log. */
  readonly reference?: string | undefined;
  /** Only with ARCHIVED: the earliest moment that can be asked for. */
  readonly sinceMillis?: number | undefined;
  /** Until when it is refused, where that is known. */
  readonly untilMillis?: number | undefined;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

const readyBodies = new Map<string, string>();

export function refusalBody({ code, language, ...details }: Refused): string {
  const { field, reference, sinceMillis, untilMillis } = details;
  const plain = [field, reference, sinceMillis, untilMillis].every((each) => each === undefined);
  const key = `${language}:${code}`;
  const ready = plain ? readyBodies.get(key) : undefined;
  if (ready !== undefined) return ready;
  const { status } = refusals[code];
  const message = refusalText(code, language);
  const body = JSON.stringify({ status, code, message, field, reference, sinceMillis, untilMillis });
  if (plain) readyBodies.set(key, body);
  return body;
}

export function sendRefusal(reply: FastifyReply, refused: Refused): FastifyReply {
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', refused.retryAfterSeconds);
  return reply.code(refusals[refused.code].status).type(JSON_TYPE).send(refusalBody(refused));
}

/** English for callers who prefer it; all others get the site's language, by default Korean. */
export function languageOf(acceptLanguage: string | undefined, site: Language = 'ko'): Language {
  if (acceptLanguage === undefined) return site;
  const first = acceptLanguage.slice(0, 2).toLowerCase();
  return first === 'en' || first === 'ko' ? first : site;
}
