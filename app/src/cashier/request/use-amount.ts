// An amount that is being typed, and the refusal of what was sent with it.
import { parseUnits } from '@maru/engine/amount';
import { useState } from 'react';
import type { Refusal } from '../../shell/messages/refused.ts';
import { exactValue } from '../../ui/typing/typed-number.ts';

/** Won are whole; coins have as many places as the engine. */
export const placesOf = (currency: string): number => (currency === 'KRW' ? 0 : 8);

export interface TypedAmount {
  /** As it stands in the input. */
  readonly draft: string;
  /** As it is sent: exact, empty for none. */
  readonly value: string;
  readonly units: bigint;
  readonly refusal: Refusal | undefined;
  /** Another amount: the refusal of the one before is gone. */
  type(draft: string): void;
  refuse(refusal: Refusal): void;
  clear(): void;
}

export const unitsOf = (text: string | undefined): bigint => parseUnits(text ?? '') ?? 0n;

export function useAmount(): TypedAmount {
  const [draft, setDraft] = useState('');
  const [refusal, setRefusal] = useState<Refusal>();
  const value = exactValue(draft);
  return {
    draft,
    value,
    units: unitsOf(value === '' ? '0' : value),
    refusal,
    type(next) {
      setDraft(next);
      setRefusal(undefined);
    },
    refuse: setRefusal,
    clear() {
      setDraft('');
      setRefusal(undefined);
    },
  };
}
