// The passwords that a first start generates, in a file that only its owner may read. They are printed only on a
// terminal: a log would keep them.
import { closeSync, existsSync, fchmodSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface FirstPassword {
  readonly username: string;
  readonly password: string;
}

export const firstPasswordsFile = (dataFolder: string): string => join(dataFolder, 'first-passwords.txt');

const HEAD = `# The passwords that the first start made up. Sign in, change them, and delete this file.
# 첫 시작에서 만들어진 비밀번호입니다. 로그인해서 비밀번호를 바꾼 뒤 이 파일을 삭제해 주세요.
`;

/** Called before the person is stored: a crash in between leaves a line too many, never a person without a password. */
export function writeFirstPassword(dataFolder: string, { username, password }: FirstPassword): void {
  const path = firstPasswordsFile(dataFolder);
  const isNew = !existsSync(path);
  const file = openSync(path, 'a', 0o600);
  try {
    fchmodSync(file, 0o600);
    writeSync(file, `${isNew ? HEAD : ''}${username} ${password}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
