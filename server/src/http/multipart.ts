// Reads the body of an upload: multipart/form-data with one file in the field `file`, and perhaps a few small fields,
// which are ignored. The whole body is in memory already and has a bound. A form that two readers could read differently
// is refused.

export interface Upload {
  /** As the sender named it: only ever shown. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a form may have around its file. */
export const FORM_BYTES = 8 * 1_024;
const MOST_PARTS = 4;
const LONGEST_HEAD = 2 * 1_024;
const BOUNDARY = /^multipart\/form-data; ?boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))$/i;
const DISPOSITION = /^content-disposition: ?form-data; ?name="([^"\r\n]*)"(?:; ?filename="([^"\r\n]*)")?$/i;
const HEADER = /^[\w-]{1,64}:[^\r\n]*$/;
const LINE_END = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

export const boundaryOf = (contentType: string | undefined): string | undefined => {
  const [, quoted, plain] = BOUNDARY.exec(contentType ?? '') ?? [];
  return (quoted ?? plain)?.trimEnd();
};

/** Undefined for anything but such a form. */
export function readUpload(boundary: string, body: Buffer): Upload | undefined {
  const opening = Buffer.from(`--${boundary}\r\n`);
  const closing = Buffer.from(`\r\n--${boundary}`);
  if (!body.subarray(0, opening.length).equals(opening)) return undefined;
  let at = opening.length;
  let found: Upload | undefined;
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const headEnd = body.subarray(at, at + LONGEST_HEAD).indexOf(HEAD_END);
    if (headEnd === -1) return undefined;
    const head = readHead(body.subarray(at, at + headEnd));
    const from = at + headEnd + HEAD_END.length;
    const to = body.indexOf(closing, from);
    if (head === undefined || to === -1) return undefined;
    if (head.name === 'file') {
      if (found !== undefined || head.filename === undefined) return undefined;
      found = { name: head.filename, bytes: body.subarray(from, to) };
    } else if (head.filename !== undefined) return undefined;
    at = to + closing.length;
    const rest = body.subarray(at, at + 4).toString('latin1');
    if (rest === '--' || rest === '--\r\n') return at + rest.length === body.length ? found : undefined;
    if (!rest.startsWith('\r\n')) return undefined;
    at += LINE_END.length;
  }
  return undefined;
}

function readHead(
  head: Buffer,
): { readonly name: string; readonly filename: string | undefined } | undefined {
  const lines = head.toString('utf8').split('\r\n');
  if (!lines.every((line) => HEADER.test(line))) return undefined;
  const dispositions = lines.filter((line) => /^content-disposition:/i.test(line));
  const [, name, filename] = (dispositions.length === 1 && DISPOSITION.exec(dispositions[0] ?? '')) || [];
  return name === undefined ? undefined : { name, filename };
}
