import { type Answer, paragraph } from './answer.ts'

/**
 * Why an answer comes from rules: there is no language model on this server, it did not answer, or the answer is for the
 * model itself.
 */
export type Origin = 'no-model' | 'model-failed' | 'for-model'

const words: { readonly [O in Origin]: string } = {
  'no-model': 'No language model is configured on this server. Waxseal’s own rules made this answer from your data.',
  'model-failed': 'The language model did not answer. Waxseal’s own rules made this answer from your data.',
  'for-model': '',
}

/** The last, quiet sentence of an analysis; none for the model itself. */
export function originNote(origin: Origin): Answer {
  return paragraph(words[origin], 'quiet')
}

/** The answer to "Are you an AI?" and "Which model is this?". */
export function originAnswer(origin: Origin): Answer {
  if (origin === 'for-model') return paragraph('A language model answers here, from the data of the user.')
  const first =
    origin === 'no-model'
      ? 'No. No language model is configured on this server.'
      : 'A language model is configured on this server, but it did not answer this time.'
  return paragraph(
    `${first} The answers here come from fixed rules, which read your scans and change nothing. Every record they show is made by the same code as the record builders.`,
  )
}
