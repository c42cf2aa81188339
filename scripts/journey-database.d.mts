export function prepareDatabase(): Promise<void>;
export function copyDatabase(folder: string): void;
