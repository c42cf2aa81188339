/** What a rule returns: a refusal from a closed list, or what happens instead. Refusals are values, not exceptions. */
export type Decision<Accepted, Refusal extends string> =
  | { readonly ok: true; readonly event: Accepted }
  | { readonly ok: false; readonly refusal: Refusal };

export const accept = <Accepted>(event: Accepted): { readonly ok: true; readonly event: Accepted } => ({
  ok: true,
  event,
});

export const refuse = <Refusal extends string>(
  refusal: Refusal,
): { readonly ok: false; readonly refusal: Refusal } => ({ ok: false, refusal });
