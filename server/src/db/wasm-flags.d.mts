export const WASM_FLAGS: readonly string[];
