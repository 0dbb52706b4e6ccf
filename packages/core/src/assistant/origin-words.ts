import { type Answer, paragraph } from './answer.ts'

/** Why an answer comes from rules: there is no language model on this server, or it did not answer. */
export type Origin = 'no-model' | 'model-failed'

const words: { readonly [O in Origin]: string } = {
  'no-model': 'No language model is configured on this server. Waxseal’s own rules made this answer from your data.',
  'model-failed': 'The language model did not answer. Waxseal’s own rules made this answer from your data.',
}

/** The last, quiet sentence of an analysis. */
export function originNote(origin: Origin): Answer {
  return paragraph(words[origin], 'quiet')
}

/** The answer to "Are you an AI?" and "Which model is this?". */
export function originAnswer(origin: Origin): Answer {
  const first =
    origin === 'no-model'
      ? 'No. No language model is configured on this server.'
      : 'A language model is configured on this server, but it did not answer this time.'
  return paragraph(
    `${first} The answers here come from fixed rules, which read your scans and change nothing. Every record they show is made by the same code as the record builders.`,
  )
}
