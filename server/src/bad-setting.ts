// A setting that is missing or wrong: it stops the start with a sentence that names it.
export class BadSetting extends Error {
  override name = 'BadSetting';
}
