export function useMemoryForTemporaryFiles(): void;
