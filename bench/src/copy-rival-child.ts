// The rival of the copies in a process of its own: neither side collects the garbage of the other, or compiles its code.
import { openRival, type Rival, type RivalLead, type RivalSettings } from './copy-rival.ts';

export type ToRival =
  | {
      readonly kind: 'open';
      readonly url: string;
      readonly followers: number;
      readonly settings: RivalSettings;
    }
  | { readonly kind: 'mirror'; readonly lead: RivalLead; readonly connections: number }
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'close' };

/** The answer to each of them, in their order; `tookMs` of a lead. */
export interface FromRival {
  readonly kind: 'done';
  readonly tookMs: number;
}

let rival: Rival | undefined;

async function answer(message: ToRival): Promise<number> {
  if (message.kind === 'open') {
    rival = await openRival(message.url, message.followers, message.settings);
    return 0;
  }
  if (rival === undefined) throw new Error('the rival is not open');
  switch (message.kind) {
    case 'mirror':
      return rival.mirror(message.lead, message.connections);
    case 'checkpoint':
      await rival.checkpoint();
      return 0;
    case 'close':
      await rival.close();
      process.disconnect();
      return 0;
  }
}

process.on('message', (message: ToRival) => {
  answer(message).then(
    (tookMs) => process.connected && process.send?.({ kind: 'done', tookMs } satisfies FromRival),
    (fault: unknown) => {
      console.error(fault);
      process.exit(1);
    },
  );
});
