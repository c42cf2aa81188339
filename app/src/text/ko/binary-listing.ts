/** The names of these products in the rows of the lists over all products. */
export const binaryListing = { binary: '바이너리', bitball: '비트볼' };
