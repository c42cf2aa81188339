// The page of /signin can be filled in and submitted before the app runs (see sign-in-page.tsx). React leaves the typed
// text in the fields but does not read it into its state, so the screen reads it once.

export interface TypedEarly {
  readonly username: string;
  readonly password: string;
  readonly keep: boolean;
  /** The form was sent; public/before-app.js held it back. */
  readonly wasSent: boolean;
}

/** From now on the app handles the form's submit event. */
export function takeOver(form: HTMLFormElement): TypedEarly {
  form.ownerDocument.documentElement.dataset['app'] = 'running';
  const wasSent = form.dataset['sent'] === 'early';
  delete form.dataset['sent'];
  const typed = (name: string): string =>
    form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';
  const keep = form.querySelector<HTMLInputElement>('input[type="checkbox"]')?.checked ?? true;
  return { username: typed('username'), password: typed('password'), keep, wasSent };
}
