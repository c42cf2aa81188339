import './unread-dot.css';

/** Before the first line of what was not read; a reader of the screen hears the label. */
export const UnreadDot = ({ label }: { readonly label: string }) => (
  <>
    <i className="unread-dot" aria-hidden="true" />
    <span className="unseen">{label} </span>
  </>
);
