// The server's log: one JSON object per line, or a short coloured line for a person at a terminal.
import { redact, redactText } from './redact.ts';

export type Level = 'debug' | 'info' | 'warn' | 'error';
export type Fields = Readonly<Record<string, unknown>>;

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
  /** The same log with these fields on every line. */
  with(fields: Fields): Log;
}

export interface LogOptions {
  /** Gets whole lines, each ending with its newline. */
  readonly write: (line: string) => void;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly level?: Level;
  readonly pretty?: boolean;
}

const ranks: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };
const colours: Record<Level, string> = { debug: '90', info: '36', warn: '33', error: '31' };

/** JSON escapes control characters, but these three still count as line ends for some readers. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;
const escapeCode = (found: string): string => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
const oneLine = (json: string): string => json.replace(LINE_ENDS, escapeCode);

export function createLog({ write, clock, level = 'info', pretty = false }: LogOptions): Log {
  const least = ranks[level];

  function line(at: Level, message: string, fields: Fields): string {
    const time = new Date(clock()).toISOString();
    const shown = redact(fields) as Record<string, unknown>;
    // The log's own fields come first and win, so that a field cannot override the level or the message.
    const { level: _level, time: _time, message: _message, ...rest } = shown;
    if (!pretty) return oneLine(JSON.stringify({ level: at, time, message: redactText(message), ...rest }));
    const text = JSON.stringify(redactText(message)).slice(1, -1);
    const tail = Object.keys(rest).length === 0 ? '' : ` \u001b[90m${JSON.stringify(rest)}\u001b[0m`;
    return oneLine(`${time.slice(11, 23)} \u001b[${colours[at]}m${at.padEnd(5)}\u001b[0m ${text}${tail}`);
  }

  function bound(always: Fields): Log {
    const at = (which: Level) => (message: string, fields?: Fields) => {
      if (ranks[which] < least) return;
      write(`${line(which, message, fields === undefined ? always : { ...always, ...fields })}\n`);
    };
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      with: (more) => bound({ ...always, ...more }),
    };
  }

  return bound({});
}

/** For tests and tools that want no output. */
export const silentLog: Log = createLog({ write: () => undefined, clock: () => 0 });
