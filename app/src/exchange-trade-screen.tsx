// A binary option's page: rounds of a price, or of balls. The two rooms do not know each other; here they meet.
import { lazy } from 'react';
import { BinaryTradeScreen } from './binary/trade/binary-trade-screen.tsx';

const BitballScreen = lazy(async () => ({
  default: (await import('./bitball/trade/bitball-screen.tsx')).BitballScreen,
}));

export const ExchangeTradeScreen = () => <BinaryTradeScreen ballScreen={BitballScreen} />;
