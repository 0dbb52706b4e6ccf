/** Messages of exports. They are not in `wording`, which is part of every page: only the server sends them. */
export const reportWording = {
  locked: 'Your plan does not include exports',
  busy: 'Too many reports are being made right now. Please try again in a moment.',
  failed: 'The report could not be made. Please try again.',
} as const
