export const RUNTIME_FLAGS: readonly string[];
