// Reads and checks the environment once at the start: a wrong setting stops the process with a message.
import { join, resolve } from 'node:path';
import { BadSetting } from './bad-setting.ts';
import { addressFault } from './db/server-addresses.ts';
import type { JournalPlace } from './desk/open-desk.ts';
import type { FeatureSettings } from './feature/server-feature.ts';
import type { Level } from './log/log.ts';
import { type MachineSettings, readMachineSettings } from './machine-settings.ts';

export interface Config extends FeatureSettings, MachineSettings {
  readonly host: string;
  readonly port: number;
  /** Absent: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined;
  /** A standby that answers reads which it has everything for; absent: the primary answers all. */
  readonly databaseReadUrl: string | undefined;
  readonly feed: (typeof FEEDS)[number];
  readonly feedSeed: string | undefined;
  readonly feedSecret: string | undefined;
  /** A second source of prices that is only compared with the first. */
  readonly secondFeed: (typeof SECOND_FEEDS)[number];
  readonly secondFeedSecret: string | undefined;
  /** The seeds of the Maru indices are derived from it; absent: a file in the data folder. */
  readonly indexSecret: string | undefined;
  readonly replayFile: string | undefined;
  readonly replaySpeed: number;
  readonly operatorPassword: string | undefined;
  readonly approverPassword: string | undefined;
  readonly partnerPassword: string | undefined;
  readonly demoPassword: string | undefined;
  readonly tokenSecret: string | undefined;
  readonly moneyMode: 'PRACTICE';
  /** Where members chat with staff; null where there is no chat. */
  readonly liveChatUrl: string | null;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxyHops: number;
  readonly metricsToken: string | undefined;
  readonly signUpsPerHour: number;
  /** How far the journal's newest event may lie ahead of the clock; absent: two seconds. */
  readonly clockToleranceMs: number | undefined;
  /** The folder of snapshots and old parts of the journal. */
  readonly archiveFolder: string;
  /** How long finished things stay in the journal and the tables; absent: for ever. */
  readonly archiveAfterDays: number | undefined;
  /** How long after the start the first check comes whether a root of all balances is due. */
  readonly solvencyAfterSeconds: number;
  readonly logLevel: Level;
}

const FEEDS = ['simulated', 'ccxt', 'push', 'replay'] as const;
const SECOND_FEEDS = ['off', 'ccxt', 'push'] as const;
const LEVELS = ['debug', 'info', 'warn', 'error'] as const satisfies readonly Level[];

interface Range {
  readonly least: number;
  readonly most: number;
}

/** Where the journal is: beside the embedded database, or in PostgreSQL. */
export const journalPlace = ({
  databaseUrl,
  dataFolder,
}: Pick<Config, 'databaseUrl' | 'dataFolder'>): JournalPlace =>
  databaseUrl === undefined ? { folder: join(dataFolder, 'journal') } : { url: databaseUrl };

export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const text = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const number = <Usual extends number | undefined>(name: string, usual: Usual, range: Range) => {
    const value = text(name);
    return value === undefined ? usual : wholeNumber(name, value, range);
  };
  const feed = oneOf('FEED', text('FEED') ?? 'simulated', FEEDS);
  const replayFile = text('FEED_FILE');
  const feedSecret = text('FEED_SECRET');
  if (feed === 'replay' && replayFile === undefined) throw new BadSetting('FEED=replay needs FEED_FILE');
  if (feed === 'push' && (feedSecret?.length ?? 0) < 32) {
    throw new BadSetting('FEED=push needs FEED_SECRET with at least 32 characters');
  }
  const secondFeed = oneOf('FEED_SECOND', text('FEED_SECOND') ?? 'off', SECOND_FEEDS);
  const secondFeedSecret = text('FEED_SECOND_SECRET');
  if (secondFeed === 'push' && (secondFeedSecret?.length ?? 0) < 32) {
    throw new BadSetting('FEED_SECOND=push needs FEED_SECOND_SECRET with at least 32 characters');
  }
  const databaseUrl = databaseAddress('DATABASE_URL', text('DATABASE_URL'));
  const databaseReadUrl = databaseAddress('DATABASE_READ_URL', text('DATABASE_READ_URL'));
  if (databaseReadUrl !== undefined && databaseUrl === undefined)
    throw new BadSetting('DATABASE_READ_URL needs DATABASE_URL');
  const dataFolder = resolve(text('DATA_DIR') ?? join(import.meta.dirname, '../../data'));
  const machine = readMachineSettings(text, { dataFolder, databaseUrl });
  return {
    host: text('HOST') ?? '127.0.0.1',
    port: number('PORT', 3_000, { least: 0, most: 65_535 }),
    dataFolder,
    databaseUrl,
    databaseReadUrl,
    feed,
    feedSeed: text('FEED_SEED'),
    feedSecret,
    secondFeed,
    secondFeedSecret,
    indexSecret: indexSecret(text('INDEX_SECRET')),
    replayFile,
    replaySpeed: number('FEED_SPEED', 1, { least: 1, most: 1_000 }),
    operatorPassword: text('MARU_OPERATOR_PASSWORD'),
    approverPassword: text('MARU_APPROVER_PASSWORD'),
    partnerPassword: text('MARU_PARTNER_PASSWORD'),
    demoPassword: text('MARU_DEMO_PASSWORD'),
    tokenSecret: text('MARU_TOKEN_SECRET'),
    ...machine,
    moneyMode: moneyMode(text('MONEY_MODE') ?? 'PRACTICE'),
    liveChatUrl: chatUrl(text('LIVE_CHAT_URL')),
    supportHours: supportHours(text('SUPPORT_HOURS')),
    allowedOrigins: origins('ALLOWED_ORIGINS', text('ALLOWED_ORIGINS') ?? ''),
    pushHosts: pushHosts(text('PUSH_HOSTS') ?? ''),
    pushContact: pushContact(text('PUSH_CONTACT') ?? 'mailto:operator@example.com'),
    trustedProxyHops: number('TRUSTED_PROXY_HOPS', 0, { least: 0, most: 5 }),
    metricsToken: text('METRICS_TOKEN'),
    riskQuiz:
      oneOf('RISK_QUIZ', text('RISK_QUIZ') ?? 'ask', ['ask', 'off'] as const) === 'ask' ? 'ASK' : 'OFF',
    signUpsPerHour: number('SIGN_UPS_PER_HOUR', 3, { least: 1, most: 1_000_000 }),
    clockToleranceMs: number('CLOCK_TOLERANCE_MS', undefined, {
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
    }),
    archiveFolder: resolve(text('ARCHIVE_DIR') ?? join(machine.sharedFolder, 'archive')),
    archiveAfterDays: archiveAfter(text('ARCHIVE_AFTER_DAYS') ?? '31'),
    solvencyAfterSeconds: number('SOLVENCY_AFTER_SECONDS', 60, { least: 0, most: 86_400 }),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', LEVELS),
  };
}

/** The message has no part of the address, which may hold a password. */
function databaseAddress(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value)) throw new BadSetting(`${name} must begin with postgres://`);
  const fault = addressFault(value);
  if (fault !== undefined) throw new BadSetting(`${name}: ${fault}`);
  return value;
}

function indexSecret(value: string | undefined): string | undefined {
  if (value === undefined || /^[\x21-\x7e]{32,200}$/.test(value)) return value;
  throw new BadSetting('INDEX_SECRET must have 32 to 200 plain characters without spaces');
}

/** Members are led there from our pages: not over an open connection, and not with a password in the address. */
function chatUrl(value: string | undefined): string | null {
  if (value === undefined) return null;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'https:' && url.username === '' && url.password === '' && value.length <= 500)
    return url.href;
  throw new BadSetting('LIVE_CHAT_URL must be an address that begins with https://');
}

const HOURS = /^(?<from>(?:[01]\d|2[0-3]):[0-5]\d)-(?<to>(?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The end may lie after midnight. */
function supportHours(value: string | undefined): Config['supportHours'] {
  if (value === undefined) return null;
  const { from, to } = HOURS.exec(value)?.groups ?? {};
  if (from === undefined || to === undefined || from === to)
    throw new BadSetting('SUPPORT_HOURS must be two times of a day in Korea such as 09:00-02:00');
  return { from, to };
}

/** At least 31 days: results of rounds are shown for 30 days, and the result of a voided one is in its own row. */
function archiveAfter(value: string): number | undefined {
  if (value === 'never' || value === '0') return undefined;
  const days = Number(value);
  if (!/^\d+$/.test(value) || days < 31 || days > 3_650)
    throw new BadSetting('ARCHIVE_AFTER_DAYS must be a whole number from 31 to 3650, or never');
  return days;
}

/** docs/rules.md: live money needs a licence, its jurisdictions and the legal texts; none of that is built yet. */
function moneyMode(value: string): 'PRACTICE' {
  if (value === 'PRACTICE') return value;
  if (value === 'LIVE') {
    throw new BadSetting(
      'MONEY_MODE=LIVE needs a licence reference, jurisdictions and legal texts, and is not available',
    );
  }
  throw new BadSetting('MONEY_MODE must be PRACTICE');
}

/** Exactly what a browser writes into its Origin header; a pattern or `*` would also allow unintended origins. */
function origins(name: string, list: string): readonly string[] {
  const given = list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  for (const each of given) {
    if (!/^https?:\/\//.test(each) || !URL.canParse(each) || new URL(each).origin !== each) {
      throw new BadSetting(
        `${name} must be a comma list such as https://www.example.com, and ${each} is none`,
      );
    }
  }
  return given;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Members name the address that a web push goes to: without encryption only this machine itself may be one. */
function pushHosts(list: string): readonly string[] {
  const given = origins('PUSH_HOSTS', list);
  for (const each of given) {
    const { protocol, hostname } = new URL(each);
    if (protocol !== 'https:' && !LOOPBACK.has(hostname))
      throw new BadSetting(`PUSH_HOSTS must begin with https:// except on loopback, and ${each} does not`);
  }
  return given;
}

function pushContact(value: string): string {
  if (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value)) return value;
  throw new BadSetting('PUSH_CONTACT must be a mailto: or https:// address');
}

function oneOf<const Choice extends string>(name: string, value: string, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === value);
  if (chosen === undefined) throw new BadSetting(`${name} must be one of ${choices.join(', ')}`);
  return chosen;
}

function wholeNumber(name: string, value: string, range: Range): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < range.least || number > range.most) {
    throw new BadSetting(`${name} must be a whole number from ${range.least} to ${range.most}`);
  }
  return number;
}
