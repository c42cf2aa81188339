// The second factor as calls take it: a code of the member's authenticator app, or one of their recovery codes.
import { z } from 'zod';

/** Six digits, or a recovery code; only members who have the second factor on need one. */
export const factorCode = z
  .string()
  .max(32)
  .regex(/^[0-9A-Za-z -]*$/)
  .optional();

export const factorRefusals = ['SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_WRONG'] as const;
