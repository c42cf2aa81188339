/** A long text: the terms, the privacy policy, the risk notice. */
export interface LongText {
  readonly title: string;
  /** The day from which it is valid, as it is shown. */
  readonly since: string;
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
}

export type DocumentName = 'terms' | 'privacy' | 'risk';
