import type { listing as ko } from '../ko/listing.ts';
import type { Same } from '../same.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export const listing: Same<typeof ko> = {
  openNow: 'Open now',
  openEvenOn: (weekday) => `Trading on ${DAYS[weekday]} too`,
  opensOnDay: (weekday) => `Opening on ${DAYS[weekday]}`,
  opensToday: 'Opening today',
  closedMarkets: 'Closed markets',
  opensAtTime: (time) => `Opens ${time} KST`,
  opensFrom: (time) => `From ${time} KST`,
  opensAtDay: ({ weekday, time }) => `${DAYS[weekday]?.slice(0, 3)} ${time} KST`,
  opensOnDate: (day) => `Opens ${day}`,
  noOpening: 'Closed',
  markets: {
    krFutures: 'Korean futures',
    usFutures: 'US futures',
    otherFutures: 'Japan, Hong Kong, Germany',
    coin: 'Coins',
    indices: 'Practice indices · 24 h',
    forex: 'Currencies',
    krShares: 'Korean stocks',
    usShares: 'US stocks',
    otherShares: 'Overseas stocks',
  },
  contractMonth: (month) =>
    ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(month) - 1] ??
    month,
  edit: 'Edit',
  add: 'Favourites',
  done: 'Done',
  editFavourites: 'Edit favourites',
  addFavourites: 'Add favourites',
  favouritesDone: 'Finish editing favourites',
  favouritesHint: 'Instruments with a star gather at the top.',
  popular: 'Most traded',
  all: 'All',
  productFilter: 'Product',
  initialsHint: 'Korean initials are enough',
};
