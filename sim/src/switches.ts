// Of every file that is loaded behind a switch: see `plant-switched.ts`.

/** Calls go to this copy of the file, or to the file itself. By its address. */
export const switches = new Map<string, (copy: object | undefined) => void>();
