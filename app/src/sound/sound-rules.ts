// When a sound is played. The spec: orders of a kind that waits play one when they are accepted or cancelled, every
// fill plays one, and each of the three has its own switch.

export type OrderSound = 'SUCCESS' | 'CANCEL' | 'FILLED';
export type Side = 'LONG' | 'SHORT';

export type SoundEvent =
  | {
      readonly kind: 'order';
      readonly sound: OrderSound;
      readonly tradeType: Side;
      /** As on the wire: LIMIT, MARKET, STOPLIMIT and so on. */
      readonly marketType: string;
    }
  /** The last seconds before a round takes no more bets. */
  | { readonly kind: 'closing'; readonly secondsLeft: number }
  | { readonly kind: 'liquidationWarning' };

/** The part of a device's preferences that is about sound. */
export interface SoundSettings {
  readonly sound: Readonly<Record<OrderSound, boolean>>;
  readonly betEndAlarm: boolean;
}

export type EarconName = `${OrderSound}_${Side}` | 'TICK' | 'WARNING';

/** A market order is filled at once; a sound for its acceptance would be a second one. */
const WAITING_KINDS: ReadonlySet<string> = new Set(['LIMIT', 'STOPLIMIT', 'STOPMARKET']);
const COUNTED_SECONDS = 5;

export function isPlayed(event: SoundEvent, settings: SoundSettings): boolean {
  switch (event.kind) {
    case 'order':
      return settings.sound[event.sound] && (event.sound === 'FILLED' || WAITING_KINDS.has(event.marketType));
    case 'closing':
      return settings.betEndAlarm && event.secondsLeft >= 1 && event.secondsLeft <= COUNTED_SECONDS;
    case 'liquidationWarning':
      return true;
  }
}

export function earconOf(event: SoundEvent): EarconName {
  switch (event.kind) {
    case 'order':
      return `${event.sound}_${event.tradeType}`;
    case 'closing':
      return 'TICK';
    case 'liquidationWarning':
      return 'WARNING';
  }
}
