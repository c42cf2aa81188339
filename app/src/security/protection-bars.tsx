import './protection-bars.css';

/** One bar for each protection; those that are on come first. The sentence beside it says the same. */
export function ProtectionBars({ on, of }: { readonly on: number; readonly of: number }) {
  return (
    <span className="protection-bars" aria-hidden="true">
      {Array.from({ length: of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have nothing but their place.
        <i key={index} className={index < on ? 'protection-bars__on' : ''} />
      ))}
    </span>
  );
}
