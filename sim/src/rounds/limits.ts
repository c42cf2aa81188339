/** A payment of the product moves thousands of players, more than a run has. */
export const PLAYERS_AT_ONCE = 3;
