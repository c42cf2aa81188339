import { futuresWallet as en } from './en/futures-wallet.ts';
import { futuresWallet as ko } from './ko/futures-wallet.ts';
import type { RoomWords } from './language.tsx';

export const futuresWalletWords: RoomWords<typeof ko> = { ko, en };
