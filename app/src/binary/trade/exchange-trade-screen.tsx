// The page of an offer: rounds of a price, or of balls, whose screen is fetched when it is needed.
import { lazy } from 'react';
import { BinaryTradeScreen } from './binary-trade-screen.tsx';

const BitballScreen = lazy(async () => ({
  default: (await import('../../bitball/trade/bitball-screen.tsx')).BitballScreen,
}));

export const ExchangeTradeScreen = () => <BinaryTradeScreen ballScreen={BitballScreen} />;
