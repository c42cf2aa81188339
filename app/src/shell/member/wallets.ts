// The player's wallets: a snapshot from the server, then pushes over it. No balance is ever computed here.
import type { Caller } from '@maru/client/call';
import { createLive, followPatches, type Live, type LiveEdges } from '@maru/client/live';
import type { Realtime } from '@maru/client/realtime';
import { myWallets } from '@maru/contract/account/calls';
import type { WalletPoint } from '@maru/contract/fields';

export type Balances = Readonly<Record<string, WalletPoint>>;

export const createWallets = ({
  call,
  realtime,
  ...edges
}: LiveEdges & { readonly call: Caller; readonly realtime: Realtime }): Live<Balances> =>
  createLive<Balances>(
    {
      read: () => call(myWallets),
      follow: followPatches<Balances>(realtime, {
        // A push leaves out what it did not change.
        queue: {
          point: (wallets, { data }) => ({ ...wallets, [data.type]: { ...wallets[data.type], ...data } }),
        },
      }),
    },
    edges,
  );
