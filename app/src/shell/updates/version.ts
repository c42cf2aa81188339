/** The version in the project's package.json, put in by the build. Shown on 더보기, for who reports a fault. */
declare const __VERSION__: string;

export const VERSION = __VERSION__;
