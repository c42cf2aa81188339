// Keccak-256, which Ethereum uses for the checksum of its addresses (EIP-55). It is not the SHA-3 of Node: that one was
// standardised later with another padding.
const LANES = 25;
const RATE_BYTES = 136;
const MASK = (1n << 64n) - 1n;

const ROUND_CONSTANTS = [
  0x0000000000000001n,
  0x0000000000008082n,
  0x800000000000808an,
  0x8000000080008000n,
  0x000000000000808bn,
  0x0000000080000001n,
  0x8000000080008081n,
  0x8000000000008009n,
  0x000000000000008an,
  0x0000000000000088n,
  0x0000000080008009n,
  0x000000008000000an,
  0x000000008000808bn,
  0x800000000000008bn,
  0x8000000000008089n,
  0x8000000000008003n,
  0x8000000000008002n,
  0x8000000000000080n,
  0x000000000000800an,
  0x800000008000000an,
  0x8000000080008081n,
  0x8000000000008080n,
  0x0000000080000001n,
  0x8000000080008008n,
];

/** By how many bits the lane x + 5y is turned. */
const OFFSETS = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
];

const turned = (lane: bigint, by: number): bigint =>
  ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & MASK;

function permute(lanes: bigint[]): void {
  const at = (index: number): bigint => lanes[index] as bigint;
  for (const constant of ROUND_CONSTANTS) {
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20));
    for (let i = 0; i < LANES; i += 1) {
      const x = i % 5;
      lanes[i] = at(i) ^ (columns[(x + 4) % 5] as bigint) ^ turned(columns[(x + 1) % 5] as bigint, 1);
    }
    const moved: bigint[] = new Array<bigint>(LANES).fill(0n);
    for (let i = 0; i < LANES; i += 1) {
      const x = i % 5;
      const y = Math.floor(i / 5);
      moved[y + 5 * ((2 * x + 3 * y) % 5)] = turned(at(i), OFFSETS[i] as number);
    }
    for (let i = 0; i < LANES; i += 1) {
      const row = i - (i % 5);
      const [own, next, after] = [0, 1, 2].map((by) => moved[row + ((i + by) % 5)] as bigint) as [
        bigint,
        bigint,
        bigint,
      ];
      lanes[i] = own ^ (~next & MASK & after);
    }
    lanes[0] = at(0) ^ constant;
  }
}

export function keccak256(message: Uint8Array): Uint8Array {
  const blocks = Math.floor(message.length / RATE_BYTES) + 1;
  const padded = new Uint8Array(blocks * RATE_BYTES);
  padded.set(message);
  padded[message.length] = (padded[message.length] ?? 0) | 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  const view = new DataView(padded.buffer);
  const lanes = new Array<bigint>(LANES).fill(0n);
  for (let start = 0; start < padded.length; start += RATE_BYTES) {
    for (let i = 0; i < RATE_BYTES / 8; i += 1)
      lanes[i] = (lanes[i] as bigint) ^ view.getBigUint64(start + i * 8, true);
    permute(lanes);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (let i = 0; i < 4; i += 1) out.setBigUint64(i * 8, lanes[i] as bigint, true);
  return digest;
}
