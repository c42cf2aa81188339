/** The app's own version, for 더보기 and for who reports a fault. */
export const VERSION = '0.2.0';
