// Ten codes of fifty bits for the day on which the phone is lost, in letters that people do not mistake for each other
// (Crockford's base 32).
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_CODES = 10;
const LENGTH = 10;

export function makeRecoveryCodes(random: (bytes: number) => Uint8Array): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    // Five bits of each byte, so that every letter is as likely as any other.
    const letters = Array.from(random(LENGTH), (byte) => LETTERS[byte & 31]).join('');
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  });
}

/** As it is hashed: whatever way it was typed. */
export const plainCode = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');
