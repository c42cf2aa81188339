// The blanks of saved answers.
export interface Member {
  readonly name: string;
  readonly nick: string;
  readonly username: string;
}

/** An unknown blank stays as it is, so that somebody sees it before it is sent. */
export function filled(text: string, { name, nick, username }: Member): string {
  const values: Readonly<Record<string, string>> = { 이름: name, 닉네임: nick, 아이디: username };
  return text.replaceAll(/\{([^{}\n]{1,10})\}/g, (blank, key: string) => values[key] ?? blank);
}
