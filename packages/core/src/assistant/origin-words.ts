import { type Answer, andWords, paragraph } from './answer.ts'

/**
 * Why an answer comes from rules: there is no language model on this server, it did not answer, its answer had what the data
 * do not have, or the answer is for the model itself.
 */
export type Origin = 'no-model' | 'model-failed' | 'model-contradicted' | 'for-model'

const words: { readonly [O in Origin]: string } = {
  'no-model': 'No language model is configured on this server. Waxseal’s own rules made this answer from your data.',
  'model-failed': 'The language model did not answer. Waxseal’s own rules made this answer from your data.',
  'model-contradicted':
    'The language model wrote something that your data do not say, so its answer is not shown. Waxseal’s own rules made this answer from your data.',
  'for-model': '',
}

/** The last, quiet sentence of an answer of a language model: what it rests on. No source: none. */
export function sourcesNote(titles: readonly string[]): Answer {
  return paragraph(titles.length === 0 ? '' : `This answer rests on ${andWords(titles)}.`, 'quiet')
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
      : origin === 'model-failed'
        ? 'A language model is configured on this server, but it did not answer this time.'
        : 'A language model is configured on this server, but its answer is not shown this time.'
  return paragraph(
    `${first} The answers here come from fixed rules, which read your scans and change nothing. Every record they show is made by the same code as the record builders.`,
  )
}
