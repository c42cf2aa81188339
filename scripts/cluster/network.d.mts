import type { NetworkName } from './network-names.mjs';

export interface NetworkMember {
  readonly namespace: string;
  readonly host: string;
  cut(network: NetworkName): Promise<() => Promise<void>>;
}

export interface Network {
  readonly hosts: Readonly<Record<NetworkName, string>>;
  readonly subnets: Readonly<Record<NetworkName, string>>;
  addMember(name: string): Promise<NetworkMember>;
  close(): Promise<void>;
}

export function canSplit(): Promise<boolean>;
export function startNetwork(): Promise<Network>;
