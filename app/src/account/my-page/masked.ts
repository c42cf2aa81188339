// Phone number and e-mail are masked, so that a bystander cannot read them.

/** `010-1234-5678` is shown as `010-****-5678`. */
export const maskedPhone = (shown: string): string =>
  shown.replace(/^(\d{2,3}-)\d+(-\d{4})$/, (_, head: string, tail: string) => `${head}****${tail}`);

/** `trader@example.com` is shown as `tr****@example.com`. */
export function maskedEmail(email: string): string {
  const [name = '', domain] = email.split('@');
  return domain === undefined ? email : `${name.slice(0, Math.min(2, name.length - 1))}****@${domain}`;
}
