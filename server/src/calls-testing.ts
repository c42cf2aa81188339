// Every call of the contract, as its files export them: a new one is among them by itself.
import { readdirSync } from 'node:fs';
import type { AnyCall } from '@maru/contract/call';

const contract = new URL('../../contract/src/', import.meta.url);

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'reply' in value;

export async function callsOfContract(): Promise<readonly AnyCall[]> {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, contract).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((each) => Object.values(each).filter(isCall));
}

export const nameOf = ({ method, path }: Pick<AnyCall, 'method' | 'path'>): string => `${method} ${path}`;
