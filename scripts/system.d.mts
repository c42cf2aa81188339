export type Need =
  | 'chromium'
  | 'headless-chromium'
  | 'korean-font'
  | 'postgresql'
  | 'strace'
  | 'openssl'
  | 'nats-server';

export function ensureInstalled(...names: Need[]): Promise<void>;
export function findChromium(): string | undefined;
export function findHeadlessChromium(): string | undefined;
export function findPostgresBinaries(): string | undefined;
export function findNatsServer(): string | undefined;
