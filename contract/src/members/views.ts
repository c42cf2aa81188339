// What staff read of an account as its owner sees it; each product has a file of its own like this.
import { mySessions, myWallets } from '../account/calls.ts';
import { walletEquity, walletPast } from '../past/calls.ts';
import { signInHistory } from '../security/calls.ts';
import { viewOf } from './view-of.ts';

export const memberWallets = viewOf('/api/office/members/wallet', myWallets);
export const memberSessions = viewOf('/api/office/members/session', mySessions);
export const memberSignIns = viewOf('/api/office/members/sign_in', signInHistory);
export const memberPast = viewOf('/api/office/members/past', walletPast);
export const memberEquity = viewOf('/api/office/members/equity', walletEquity);
