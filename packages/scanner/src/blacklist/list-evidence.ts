import type { BlacklistRow, ListTrouble } from '@waxseal/core/blacklist'
import type { Evidence, Gap } from '@waxseal/core/check'
import { type Answer, type FailureReason, type RecordType, recordingResolver } from '@waxseal/core/dns'
import type { AskedOfList } from './asking.ts'

/**
 * What the lists answered, as evidence: of a list that fails its own test entries these are it. Of the lists without a
 * verdict each has one gap, however many questions stand behind it.
 */
export async function listEvidence(
  asked: readonly AskedOfList[],
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

/** A sentence as it goes on after a colon. */
function continued(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
}

/**
 * A failed question first, else one that was answered with records: one of them is why there is no verdict. null: the list
 * answered everything, and what could not be learned is whom else to ask about, which is a gap of its own.
 */
function tellingQuestion({ list: id, trouble }: BlacklistRow, asked: readonly AskedOfList[]): string | null {
  const of = asked.find(({ list }) => list.id === id)
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

/** A list that answered, and yet gave no verdict, as the failure that comes nearest. */
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
