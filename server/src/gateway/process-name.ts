import { randomBytes } from 'node:crypto';

/** A new one at every start, of letters and digits: it is a part of subjects. */
export const newProcessName = (role: string): string => `${role}-${randomBytes(9).toString('hex')}`;
