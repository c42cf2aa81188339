export const share = {
  open: 'Result card',
  title: 'Result card',
  hideAmounts: 'Hide amounts',
  hideAmountsLead: 'Nobody sees how much was won or lost.',
  hidden: 'Amounts are hidden',
  caution: 'Past results say nothing about future ones.',
  save: 'Save image',
  share: 'Share',
  saved: 'The image was saved',
};
