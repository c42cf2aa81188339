// An event of a player's history, for features that show it: how the journal writes events down is the journal's alone.
import type { AnyEvent } from '@maru/engine/products';
import { decode } from '../journal/record.ts';

export const readEvent = (body: string): AnyEvent => decode(body) as AnyEvent;
