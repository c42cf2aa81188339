// How letters leave the platform. A provider of e-mail or text messages is one value of this type; until one is
// contracted the stand-in stores letters, and the operator reads them in the outbox.
import type { Language } from '@maru/contract/refusals';
import type { Channel } from './letters.ts';

export interface Letter {
  readonly id: number;
  readonly channel: Channel;
  readonly recipient: string;
  readonly language: Language;
  readonly text: string;
}

export interface Delivery {
  readonly name: string;
  /** Nothing leaves: the outbox shows whole texts, codes too, because there is no other way to read them. */
  readonly isStandIn: boolean;
  /** Rejects when it was not taken over; the letter is tried again. */
  deliver(letter: Letter): Promise<void>;
}

/** What this installation delivers by: the stand-in. */
export const delivery: Delivery = { name: 'stand-in', isStandIn: true, deliver: async () => undefined };
