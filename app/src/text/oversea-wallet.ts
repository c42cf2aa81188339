import { overseaWallet as en } from './en/oversea-wallet.ts';
import { overseaWallet as ko } from './ko/oversea-wallet.ts';
import type { RoomWords } from './language.tsx';

export const overseaWalletWords: RoomWords<typeof ko> = { ko, en };
