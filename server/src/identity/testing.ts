// Codes as a person reads them: from what was sent to them.
import { type Asking, formOf, PASSWORD, SITE, signInAs, type World } from '../account/testing.ts';

type Kind = 'email' | 'phone';

/** The newest letter to this address or number; undefined when nothing was sent. */
export async function letterTo(world: World, recipient: string): Promise<string | undefined> {
  const [row] = await world.query<{ readonly text: string }>(
    'select text_ko as text from outbox where recipient = $1 and not is_decoy order by id desc limit 1',
    [recipient],
  );
  return row?.text;
}

export async function codeSentTo(world: World, recipient: string): Promise<string> {
  const code = /\d{6}/.exec((await letterTo(world, recipient)) ?? '')?.[0];
  if (code === undefined) throw new Error(`no code was sent to ${recipient}`);
  return code;
}

/** Asks for a code, reads it and shows it. */
export async function proofOf(
  world: World,
  kind: Kind,
  body: Readonly<Record<string, unknown>> & { readonly certificateValue: string },
  asking: Asking = {},
): Promise<string> {
  const sent = await world.post(`/api/certi/certificate_${kind}`, body, asking);
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  const secretCode = await codeSentTo(world, body.certificateValue.replaceAll('-', ''));
  const { siteInfoId } = body as { readonly siteInfoId?: number };
  const shown = { key: sent.body.key, secretCode, siteInfoId };
  const verified = await world.post(`/api/certi/verify_${kind}`, shown, asking);
  if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
  return verified.body.proof;
}

/** A member whose e-mail address and phone number are proven, signed in. */
export async function provenMember(world: World) {
  const form = formOf({ siteInfoId: SITE });
  const phoneProof = await proofOf(world, 'phone', { certificateValue: form.phone });
  const emailProof = await proofOf(world, 'email', { certificateValue: form.email });
  const made = await world.post('/api/player', { ...form, phoneProof, emailProof });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const signed = await signInAs(world, form.username, { password: PASSWORD });
  const { phone, email, nick } = form;
  return { ...signed, phone: phone.replaceAll('-', ''), email, nick };
}
