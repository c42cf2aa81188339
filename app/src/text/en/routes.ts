import type { routes as ko } from '../ko/routes.ts';
import type { Same } from '../same.ts';

export const routes: Same<typeof ko> = {
  trade: 'Trade',
  future: 'Futures',
  dnw: 'Deposit & withdraw',
  more: 'More',
  notice: 'Notices',
  changePassword: 'Change password',
  contact: '1:1 inquiry',
  contactCreate: 'New inquiry',
  economic: 'Economic calendar',
  livechat: 'Live chat',
  setting: 'Settings',
  mypage: 'My page',
  terms: 'Terms of use',
  privacy: 'Privacy policy',
  indexProof: 'Proof of the Maru index',
  tradeDetail: 'Trade detail',
  wallet: 'Wallet',
  deposit: 'Deposit request',
  withdraw: 'Withdrawal request',
  investInfo: 'Investment info',
  support: 'Support',
};
