// What must not be logged: values under secret-looking keys, and tokens in free text.

const SECRET_KEY = /token|passw|authorization|secret|phone|cookie|credential|otp/i;
const TOKEN_SHAPED = /\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*|\bbearer\s+[^\s"',;]+/gi;
const HIDDEN = '[redacted]';
const DEEPEST = 6;
const LONGEST_TEXT = 4_000;

export const redactText = (text: string): string => text.slice(0, LONGEST_TEXT).replace(TOKEN_SHAPED, HIDDEN);

/**
 * A copy that is safe to print: secrets hidden, bigints as text, errors with their causes, depth and length bounded.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[deeper]';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString();
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`;
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.slice(0, 100).map((each) => redact(each, depth + 1));
  const entries = value instanceof Map ? [...value.entries()] : Object.entries(value);
  return Object.fromEntries(
    entries.slice(0, 100).map(([key, each]) => {
      const name = String(key);
      return [name, SECRET_KEY.test(name) ? HIDDEN : redact(each, depth + 1)];
    }),
  );
}

function redactError(error: Error, depth: number): unknown {
  const code = (error as { code?: unknown }).code;
  return {
    name: error.name,
    message: redactText(error.message),
    ...(code === undefined ? {} : { code: redact(code, depth + 1) }),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  };
}
