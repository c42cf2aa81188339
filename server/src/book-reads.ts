// Every read of the book by name: the desk's thread finds them here.
import { accountReads } from './account/reads.ts';
import { binaryReads } from './binary/reads.ts';
import { ballReads } from './bitball/reads.ts';
import type { AnyBookRead } from './desk/book-read.ts';
import { overseaReads } from './oversea/reads.ts';

export const bookReads: readonly AnyBookRead[] = [
  ...accountReads,
  ...binaryReads,
  ...ballReads,
  ...overseaReads,
];
