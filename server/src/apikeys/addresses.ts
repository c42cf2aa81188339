// The addresses from which a key may be used: single ones and ranges, of IPv4 and IPv6.
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { MOST_KEY_ADDRESSES } from '@maru/contract/apikeys/calls';

/** A wider range would be as good as none. */
const WIDEST = { ipv4: 16, ipv6: 32 } as const;
const LONGEST = { ipv4: 32, ipv6: 128 } as const;

const RANGE = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/;

function read(text: string) {
  const [, address = '', bits] = RANGE.exec(text) ?? [];
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;
  if (family === undefined) return undefined;
  const prefix = bits === undefined ? LONGEST[family] : Number(bits);
  if (prefix > LONGEST[family] || prefix < WIDEST[family]) return undefined;
  // The one form of an IPv6 address; a mapped IPv4 address would never match, because it arrives unmapped.
  const plain = family === 'ipv4' ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
  if (plain.startsWith('::ffff:')) return undefined;
  const written = prefix === LONGEST[family] ? plain : `${plain}/${prefix}`;
  return { family, address: plain, prefix, written } as const;
}

/** As they are stored, each once; undefined when one of them is no address or there are too many. */
export function addressesOf(texts: readonly string[]): readonly string[] | undefined {
  const found = texts.map((text) => read(text.trim())?.written);
  if (found.includes(undefined)) return undefined;
  const once = [...new Set(found as readonly string[])];
  return once.length > MOST_KEY_ADDRESSES ? undefined : once;
}

/** Whether an address may use the key; every one may when the list is empty. */
export function addressRule(written: readonly string[]): (address: string) => boolean {
  if (written.length === 0) return () => true;
  const list = new BlockList();
  for (const each of written) {
    const range = read(each);
    if (range !== undefined) list.addSubnet(range.address, range.prefix, range.family);
  }
  return (address) =>
    isIPv4(address) ? list.check(address, 'ipv4') : isIPv6(address) && list.check(address, 'ipv6');
}
