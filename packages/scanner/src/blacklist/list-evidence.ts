import type { BlacklistRow, ListTrouble } from '@waxseal/core/blacklist'
import type { Evidence, Gap } from '@waxseal/core/check'
import { type Answer, type FailureReason, type RecordType, recordingResolver } from '@waxseal/core/dns'
import type { ListAnswers } from './list-queries.ts'

/**
 * The answers of the lists as evidence; for a list that fails its self-test, the answers to the self-test. Each list
 * without a verdict has one gap, regardless of the number of queries.
 */
export async function listEvidence(
  asked: readonly ListAnswers[],
  rows: readonly BlacklistRow[],
): Promise<{ evidence: readonly Evidence[]; gaps: readonly Gap[] }> {
  const answers = new Map<string, Answer<'A'>>()
  for (const { test, answers: given } of asked) {
    for (const { question, answer } of given) answers.set(question, answer)
    if (test.trouble !== null) for (const { name, answer } of test.asked) answers.set(name, answer)
  }
  const recording = recordingResolver({
    query<T extends RecordType>(name: string): Promise<Answer<T>> {
      return Promise.resolve(answers.get(name) as Answer<T>)
    },
  })
  for (const question of answers.keys()) await recording.query(question, 'A')
  const gaps = rows.flatMap((row): Gap[] => {
    const name = row.trouble === null || row.trouble === 'not-applicable' ? null : tellingQuestion(row, asked)
    const answer = name === null ? undefined : answers.get(name)
    if (name === null || answer === undefined) return []
    const reason = answer.kind === 'failed' ? answer.reason : reasons[row.trouble ?? 'unanswered']
    const words = row.reason === null ? {} : { words: continued(row.reason) }
    return [{ question: { name, type: 'A' }, reason, evidence: recording.evidenceFor(name, 'A'), ...words }]
  })
  return { evidence: recording.evidence(), gaps }
}

/** A sentence in the form it has after a colon. */
function continued(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
}

/**
 * Returns the query that explains the missing verdict: a failed one first, else one with records. null: the list answered
 * all queries. Then it is not known which other subjects to ask about, which is a gap of its own.
 */
function tellingQuestion({ list: id, zone, trouble }: BlacklistRow, asked: readonly ListAnswers[]): string | null {
  const of = asked.find(({ list }) => list.id === id && list.zone === zone)
  if (of === undefined) return null
  const { answers, test } = of
  const candidates = [
    ...answers.map(({ question, answer }) => ({ name: question, answer })),
    ...(test.trouble === null ? [] : test.asked),
  ]
  const failed = candidates.find(({ answer }) => answer.kind === 'failed')
  if (trouble === 'unanswered' && failed === undefined) return null
  const telling = failed ?? candidates.find(({ answer }) => answer.kind === 'records') ?? candidates[0]
  return telling?.name ?? null
}

/** The closest failure reason for a list that answered without a verdict. */
const reasons: { readonly [T in ListTrouble]: FailureReason } = {
  'not-applicable': 'cancelled',
  refused: 'refused',
  rewritten: 'malformed',
  'lists-everything': 'lame',
  'test-entry': 'lame',
  silent: 'timeout',
  dead: 'servfail',
  'unknown-code': 'malformed',
  unanswered: 'timeout',
}
