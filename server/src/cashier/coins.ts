// Coins that can be received and sent: their networks, and how long they take.

export interface CoinTerms {
  readonly network: string;
  /** No money moves before the network has confirmed an arrival so often (T-28). */
  readonly confirmations: number;
  readonly secondsEach: number;
}

export const COINS: Readonly<Record<string, CoinTerms>> = {
  USDT: { network: 'Tron (TRC-20)', confirmations: 3, secondsEach: 5 },
  BTC: { network: 'Bitcoin', confirmations: 3, secondsEach: 5 },
  ETH: { network: 'Ethereum', confirmations: 3, secondsEach: 5 },
  XRP: { network: 'XRP Ledger', confirmations: 1, secondsEach: 5 },
  DOGE: { network: 'Dogecoin', confirmations: 3, secondsEach: 5 },
  EOS: { network: 'EOS', confirmations: 1, secondsEach: 5 },
};
