import type { shell as ko } from '../ko/shell.ts';
import type { Same } from '../same.ts';

export const shell: Same<typeof ko> = {
  brand: 'Maru',
  practiceMark: '모의',
  practiceMarkMeaning: 'Practice: no real money moves',
  otherLanguage: '한국어',
  retry: 'Try again',
  loading: 'Loading',
  live: 'Live',
  connecting: 'Connecting',
  disconnected: 'Disconnected',
  unstable: 'The connection is unstable',
  reconnecting: 'Connecting again.',
  retryCount: (attempt, most) => `Retry ${attempt}/${most}`,
  lastPriceAt: (time) => `Last price ${time}`,
  ordersStay: 'Your wallet and accepted orders stay on the server.',
  reconnectFailed: 'Could not reconnect. Please reload and try again.',
  reload: 'Reload',
  alert: 'Notice',
  confirm: 'OK',
  tryAgain: 'Please try again shortly.',
  resultUnknown: 'The result is being confirmed. Please check your history.',
  accountBlocked: 'This account cannot be used. Please contact the administrator for details.',
  deviceBlocked: 'Mobile devices cannot be used with this account.',
  broken: 'This page could not be shown. Please reload.',
};
