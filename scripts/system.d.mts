export type Need = 'chromium' | 'headless-chromium' | 'korean-font' | 'postgresql' | 'strace';

export function ensureInstalled(...names: Need[]): Promise<void>;
export function findChromium(): string | undefined;
export function findHeadlessChromium(): string | undefined;
export function findPostgresBinaries(): string | undefined;
