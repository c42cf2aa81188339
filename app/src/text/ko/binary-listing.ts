/** How the rows of the lists over all products name these. */
export const binaryListing = { binary: '바이너리', bitball: '비트볼' };
