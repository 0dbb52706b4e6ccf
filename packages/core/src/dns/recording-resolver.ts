import { answerEvidenceCharacters, laterAnswerCharacters, sectionEvidenceCharacters } from '../caps/index.ts'
import type { Answer, FailureReason, Via } from './answer.ts'
import { labels } from './name.ts'
import { presentationOf } from './presentation.ts'
import type { RecordType } from './record.ts'
import type { Resolver, Signal } from './resolver.ts'

/** One DNS query and its answer: evidence that a section keeps and findings refer to. */
export interface RecordedAnswer {
  id: string
  kind: 'dns'
  question: { name: string; type: RecordType }
  /**
   * Set when another service was asked instead of the configured resolvers and may answer differently: `quad9`, or the
   * address of one name server of a zone.
   */
  service?: string
  outcome: Answer['kind']
  /** Set when `outcome` is `failed`. */
  reason?: FailureReason
  /** The records in presentation form, `name ttl type data`, sorted; at most 64 KB in all. */
  answers: readonly string[]
  via: Via
}

/** A failed query, and the id of its recorded answer. */
export interface UnansweredQuestion {
  question: RecordedAnswer['question']
  reason: FailureReason
  evidence: string
}

/** A resolver that records its answers as the evidence of a section. */
export interface RecordingResolver extends Resolver {
  /**
   * All answers so far, one piece for each query and kind of server: the first queried name first, then the others in
   * DNS tree order. The order in which servers answered does not matter, so equal scans have equal evidence.
   */
  evidence(): readonly RecordedAnswer[]
  /**
   * The evidence for a finding about this query: the latest answer, which is that of the zone's own servers if they
   * were asked last. Throws when the query was never answered, because no finding can rest on it.
   */
  evidenceFor(name: string, type: RecordType): string
  /** The queries whose latest answer is `failed`, in the same order. */
  gaps(): readonly UnansweredQuestion[]
}

/**
 * Wraps a resolver and records the answers. Ids are the queries: `MX example.com`, with ` @authoritative` when the
 * zone's own servers answered, and ` #2` when a repeated query got a different answer.
 */
export function recordingResolver(resolver: Resolver): RecordingResolver {
  const pieces = new Map<string, RecordedAnswer>()
  const latest = new Map<string, RecordedAnswer>()
  let subject: string | null = null

  const inOrder = (answers: Iterable<RecordedAnswer>): RecordedAnswer[] => {
    const keyed = Array.from(answers, piece => ({ piece, key: orderKey(piece, subject) }))
    keyed.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    return keyed.map(({ piece }) => piece)
  }

  const record = (name: string, type: RecordType, answer: Answer): void => {
    const question = { name, type }
    const base = `${type} ${name}${answer.via.authoritative ? ' @authoritative' : ''}`
    const piece = recordedAnswer(base, question, answer)
    for (let again = 2; ; again++) {
      const same = pieces.get(piece.id)
      if (same === undefined) pieces.set(piece.id, piece)
      else if (!sameAnswer(same, piece)) {
        piece.id = `${base} #${again}`
        continue
      }
      latest.set(`${type} ${name}`, same ?? piece)
      return
    }
  }

  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      subject ??= name
      const answer = await resolver.query(name, type, signal)
      record(name, type, answer)
      return answer
    },
    evidence: () => cappedInAll(inOrder(pieces.values())),
    evidenceFor(name, type) {
      const piece = latest.get(`${type} ${name}`)
      if (piece === undefined) throw new Error(`${type} ${name} was never asked`)
      return piece.id
    },
    gaps: () =>
      inOrder(latest.values()).flatMap(({ question, reason, id }) =>
        reason === undefined ? [] : [{ question, reason, evidence: id }],
      ),
  }
}

function orderKey({ id, question }: RecordedAnswer, subject: string | null): string {
  return `${question.name === subject ? 0 : 1} ${labels(question.name).toReversed().join('.')} ${id}`
}

/** An answer as evidence with this id. */
export function recordedAnswer(id: string, question: RecordedAnswer['question'], answer: Answer): RecordedAnswer {
  const answers = answer.kind === 'records' ? capped(answer.records.map(presentationOf)) : []
  const piece: RecordedAnswer = { id, kind: 'dns', question, outcome: answer.kind, answers, via: answer.via }
  return answer.kind === 'failed' ? { ...piece, reason: answer.reason } : piece
}

function sameAnswer(one: RecordedAnswer, other: RecordedAnswer): boolean {
  return (
    one.outcome === other.outcome &&
    one.reason === other.reason &&
    one.answers.length === other.answers.length &&
    one.answers.every((line, at) => withoutTtl(line) === withoutTtl(other.answers[at] ?? ''))
  )
}

/** The TTL of a cached answer counts down, which does not make it a different answer. */
function withoutTtl(line: string): string {
  return line.replace(/^(\S+) \d+ /, '$1 ')
}

/** The pieces in order. After the size limit is used up, later answers are cut short. */
function cappedInAll(pieces: readonly RecordedAnswer[]): RecordedAnswer[] {
  let left = sectionEvidenceCharacters
  return pieces.map(piece => {
    const length = piece.answers.reduce((sum, line) => sum + line.length, 0)
    left -= length
    if (left >= 0 || length <= laterAnswerCharacters) return piece
    const [first = ''] = piece.answers
    return {
      ...piece,
      answers: [`${first.slice(0, laterAnswerCharacters)}…`, '; cut: the evidence of this check is over 512 KB'],
    }
  })
}

/** Lines up to 64 KB; a last line in the form of a zone-file comment says what was cut. */
function capped(lines: readonly string[]): string[] {
  const kept: string[] = []
  let length = 0
  for (const line of lines) {
    if (length + line.length > answerEvidenceCharacters) {
      const room = answerEvidenceCharacters - length
      if (room > 0) kept.push(`${line.slice(0, room)}…`)
      kept.push(
        `; cut after 64 KB: ${lines.length - kept.length + Number(room > 0)} of ${lines.length} records not shown in full`,
      )
      return kept
    }
    kept.push(line)
    length += line.length + 1
  }
  return kept
}
