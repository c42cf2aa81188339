/** The version in the project's package.json, inserted by the build. Shown on 더보기, for fault reports. */
declare const __VERSION__: string;

export const VERSION = __VERSION__;
