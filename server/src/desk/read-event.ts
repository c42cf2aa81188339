// An event of a player's history, for features that show it: only the journal knows its format of events.
import type { AnyEvent } from '@maru/engine/products';
import { decode } from '../journal/record.ts';

export const readEvent = (body: string): AnyEvent => decode(body) as AnyEvent;
