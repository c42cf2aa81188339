export type NetworkName = 'database' | 'nats' | 'http';

export const NETWORKS: readonly NetworkName[];

export function namesOf(
  pid: number,
  cluster: number,
): {
  bridge(network: NetworkName): string;
  cable(network: NetworkName, member: number): string;
  namespace(member: string): string;
};

export function leftBehind(
  found: { readonly links: readonly string[]; readonly namespaces: readonly string[] },
  isAlive: (pid: number) => boolean,
): { readonly links: readonly string[]; readonly namespaces: readonly string[] };

export function freeNumber(addresses: readonly string[], share: number): number;
export function hostAddress(number: number): string;
export function memberAddress(number: number, member: number): string;
export function subnetOf(number: number): string;
