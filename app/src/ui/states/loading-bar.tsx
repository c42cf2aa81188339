import './loading-bar.css';

/** Two brass pixels under the status bar while a page is loading. */
export function LoadingBar({ label }: { readonly label: string }) {
  return (
    <div className="loading-bar" role="progressbar" aria-label={label}>
      <span className="loading-bar__run" />
    </div>
  );
}
