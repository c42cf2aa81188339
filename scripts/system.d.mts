export type Need = 'chromium' | 'korean-font' | 'postgresql' | 'strace';

export function ensureInstalled(...names: Need[]): Promise<void>;
export function findChromium(): string | undefined;
export function findPostgresBinaries(): string | undefined;
