import type { DocumentName, LongText } from './document.ts';

const SINCE = 'In force from 15 November 2026';

export const documents: Readonly<Record<DocumentName, LongText>> = {
  terms: {
    title: 'Terms of use',
    since: SINCE,
    sections: [
      {
        heading: '1. What these terms are for',
        paragraphs: [
          'These terms are the agreement between the members of Maru (the "service") and those who run it. The Korean text decides.',
          'The service lets you trade overseas futures, binary options and bit-ball with practice money. As long as the dashed "Practice" mark stands at the bottom of the screen, no real money moves.',
        ],
      },
      {
        heading: '2. Signing up',
        paragraphs: [
          'One account per person, in your own name and with your own phone number.',
          'You keep your username and password. Where you are signed in is shown on your page, and you can end it there.',
          'Nicknames that pretend to be the operator are not allowed.',
        ],
      },
      {
        heading: '3. Practice money',
        paragraphs: [
          'Practice money is not money. It cannot be exchanged for cash or coins or passed on.',
          'While no trade is open you may start over with an amount of your choice. Past records are not erased.',
        ],
      },
      {
        heading: '4. Prices and results',
        paragraphs: [
          'Where prices are marked as simulated, this server makes them; they are not prices of a real market.',
          'Prices, fills and results are kept in the order in which they were recorded, in a chain of hashes that an edit would break for all to see.',
          'Results follow published rules, and you can recompute them from the receipt.',
          'When prices stop and a round of binary options or bit-ball cannot be decided, the round is void and stakes are returned.',
        ],
      },
      {
        heading: '5. What is not allowed',
        paragraphs: [
          'Using another person’s account, flooding the service with requests, or profiting from a fault. An account may be stopped for it.',
        ],
      },
      {
        heading: '6. Changes and interruptions',
        paragraphs: [
          'Maintenance is announced. Even after a sudden stop, an order that was confirmed is not lost.',
          'Changes of these terms are announced 7 days before, and 30 days before when they are to your disadvantage.',
        ],
      },
      {
        heading: '7. Liability',
        paragraphs: [
          'What you see is no advice to invest. Success in practice does not mean success in a real market.',
          'The law of the Republic of Korea applies.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy policy',
    since: SINCE,
    sections: [
      {
        heading: '1. What we receive',
        paragraphs: [
          'At sign-up: username, password, name, nickname, mobile number, email; bank and account number if you wish.',
          'In use: time and address of sign-ins, class of device (mobile or computer), trades.',
        ],
      },
      {
        heading: '2. What it is for',
        paragraphs: ['To know you and to keep others out of your account. Not for advertising.'],
      },
      {
        heading: '3. How it is kept',
        paragraphs: [
          'Passwords are kept only in a form that cannot be turned back. Phone and account numbers are masked on screens and in logs.',
          'Your sign-in is kept on your device and erased when you sign out.',
        ],
      },
      {
        heading: '4. For how long',
        paragraphs: [
          'Closing an account is in preparation; until then what you told us at sign-up is kept with the account.',
          'Trades are linked in a chain that proves they were not changed, so they are not erased.',
        ],
      },
      {
        heading: '5. Who else sees it',
        paragraphs: [
          'Nobody without your consent or a legal ground. A partner who referred you sees no names, balances or trades either.',
        ],
      },
      {
        heading: '6. Your rights',
        paragraphs: ['You may see, correct and erase what we hold about you.'],
      },
    ],
  },
  risk: {
    title: 'Risk notice for derivatives',
    since: SINCE,
    sections: [
      {
        heading: 'You can lose everything you put in',
        paragraphs: [
          'Futures and binary options can cost you all of your stake within a short time.',
          'With leverage a small move is a large loss: at 20x, a move of 1 % is 20 % of your margin.',
        ],
      },
      {
        heading: 'Binary options have a negative expectation',
        paragraphs: [
          'A hit pays part of the stake on top; a miss loses all of it. The longer one trades, the likelier a loss.',
        ],
      },
      {
        heading: 'Loss-cut and forced close',
        paragraphs: [
          'When equity falls below a line, positions are closed at market. The fill may differ from that line.',
        ],
      },
      {
        heading: 'Practice is not the market',
        paragraphs: [
          'In practice your orders do not move the market. Gains here promise nothing there.',
          'If trading stops being fun or is hard to stop, call 1336 in Korea.',
        ],
      },
    ],
  },
};
