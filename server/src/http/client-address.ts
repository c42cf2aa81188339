// The client's address. X-Forwarded-For is trusted only as far as our own proxies wrote it: the last n entries.
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const plain = (address: string): string => MAPPED.exec(address)?.[1] ?? address;

export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const peer = plain(request.socket.remoteAddress ?? '');
  if (trustedProxyHops === 0) return peer;
  const forwarded = request.headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return peer;
  const entries = forwarded.split(',');
  // The peer is the last hop, so the n-th entry from the right is the address that the outermost of n proxies saw.
  const entry = entries.at(-Math.min(trustedProxyHops, entries.length))?.trim() ?? '';
  return isIP(entry) === 0 ? peer : plain(entry);
}

/** Limits count an IPv6 subscriber's whole /64, because changing the address inside it costs nothing. */
export function limitKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

export const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');
