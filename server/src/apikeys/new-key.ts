// Ids and secrets of new keys.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 16;
const SECRET_BYTES = 20;

/** 95 random bits. Bytes above the last whole multiple are left out, so that every letter is equally likely. */
export function newKeyId(random: (bytes: number) => Uint8Array): string {
  let id = '';
  while (id.length < ID_LENGTH) {
    for (const byte of random(ID_LENGTH)) {
      if (byte < 4 * LETTERS.length && id.length < ID_LENGTH) id += LETTERS[byte % LETTERS.length];
    }
  }
  return `mk_${id}`;
}

/** 160 random bits. */
export const newSecret = (random: (bytes: number) => Uint8Array): string =>
  `sk_${Buffer.from(random(SECRET_BYTES)).toString('hex')}`;
