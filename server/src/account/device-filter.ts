// Which devices may be known: a Bloom filter over all of them, a few megabytes however many there are. It has no false
// negatives, so only known devices, and one stranger in a hundred, cost a read.
import { createHash } from 'node:crypto';

/** Four megabytes: with three million devices one answer in a hundred is a false positive. */
const BITS = 2 ** 25;
const PROBES = 4;

export function createDeviceFilter(bits = BITS) {
  const bytes = new Uint8Array(bits / 8);

  function places(key: string): number[] {
    const digest = createHash('sha256').update(key).digest();
    return Array.from({ length: PROBES }, (_, index) => digest.readUInt32LE(index * 4) % bits);
  }

  return {
    add(key: string): void {
      for (const place of places(key)) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
    },
    mayHave: (key: string): boolean =>
      places(key).every((place) => ((bytes[place >> 3] ?? 0) & (1 << (place & 7))) !== 0),
  };
}
