/** A crest over a floor line, and the brass dot for now. */
export function BrandMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" aria-hidden="true">
      <path
        d="M3 19.5C8.5 19.5 9 9.5 14 9.5s5.5 10 11 10"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M7.5 24.2h13" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" opacity=".38" />
      <circle cx="14" cy="4.3" r="2.5" fill="var(--brass-fill)" />
    </svg>
  );
}
