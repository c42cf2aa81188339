// The result of a recomputation on this device: each value beside the server's.

export interface Check<Key extends string = string> {
  readonly key: Key;
  /** Empty where there is no value. */
  readonly server: string;
  readonly device: string;
  readonly isSame: boolean;
}

export interface Verdict<Key extends string = string> {
  readonly kind: 'judged';
  readonly isSame: boolean;
  readonly checks: readonly Check<Key>[];
}

/** `open`: no result yet. `unsealed`: the minutes are not hashed yet. `unrecorded`: the record is not kept any more. */
export type Recomputed<Judged extends Verdict> =
  | Judged
  | { readonly kind: 'open' | 'unsealed' | 'unrecorded' };

export const check = <Key extends string>(
  key: Key,
  server: string,
  device: string,
  isSame = true,
): Check<Key> => ({ key, server, device, isSame: isSame && server === device });

export const isEverySame = (checks: readonly Check[]): boolean => checks.every(({ isSame }) => isSame);

/** The result of a step of the verification: right if each of its checks is. */
export const stepState = <Key extends string>(
  { checks }: Pick<Verdict<Key>, 'checks'>,
  ...keys: readonly Key[]
): 'done' | 'danger' => (isEverySame(checks.filter(({ key }) => keys.includes(key))) ? 'done' : 'danger');
