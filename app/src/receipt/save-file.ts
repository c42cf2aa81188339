/** Long enough for the browser to start reading it. */
const REVOKE_AFTER_MS = 10_000;

/** Saves what the page made as a file of the device, without any server. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
