export interface Servers {
  make(name: string, options?: { readonly trusted?: string | undefined }): Promise<void>;
  folder(name: string): Promise<string>;
  start(
    name: string,
    how?: {
      readonly settings?: readonly (readonly [name: string, value: string | number])[];
      readonly signal?: 'standby.signal' | 'recovery.signal';
    },
  ): Promise<string>;
  /** `fast` lets connections end; `kill` is kill -9. */
  stop(name: string, how?: 'fast' | 'kill'): Promise<void>;
  freeze(name: string): Promise<void>;
  thaw(name: string): Promise<void>;
  /** The process that starts all others of it. */
  pid(name: string): Promise<number>;
  backup(name: string, from: string, slot?: string): Promise<void>;
  rewind(name: string, from: string): Promise<void>;
  close(): Promise<void>;
}

export function openServers(): Servers;
