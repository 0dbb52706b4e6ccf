import type { Identity } from '../check/index.ts'

/** What a person decided about a finding, as the API has it. */
export interface Decided {
  finding: string
  subject: string | null
  kind: 'accepted' | 'muted'
  note: string
  /** ISO 8601. */
  decided_at: string
  /** null: no one else has access to the workspace, or the person has left. */
  decided_by: string | null
  /** ISO 8601; null: no end. */
  expires_at: string | null
  expired: boolean
}

/** Which finding a decision is about: through all scans the one with this id and subject. */
export function isAbout(about: Pick<Decided, 'finding' | 'subject'>, { id, subject }: Identity): boolean {
  return about.finding === id && about.subject === subject
}

/** The findings in the list, those that are muted, and decisions about findings this scan does not have. */
export function sortOut<F extends Identity, D extends Decided>(
  findings: readonly F[],
  decisions: readonly D[],
): {
  shown: readonly { finding: F; decision: D | null }[]
  muted: readonly { finding: F; decision: D | null }[]
  gone: readonly D[]
} {
  const decided = findings.map(finding => ({
    finding,
    decision: decisions.find(decision => isAbout(decision, finding)) ?? null,
  }))
  return {
    shown: decided.filter(({ decision }) => !isMuted(decision)),
    muted: decided.filter(({ decision }) => isMuted(decision)),
    gone: decisions.filter(decision => !findings.some(finding => isAbout(decision, finding))),
  }
}

/** A decision that holds now. */
export function holds<D extends Decided>(decision: D | null): decision is D {
  return decision !== null && !decision.expired
}

function isMuted(decision: Decided | null): boolean {
  return holds(decision) && decision.kind === 'muted'
}

/** How many there are, and how many of them were decided about: "6 in all, 1 accepted, 2 muted". */
export function countWords({
  shown,
  muted,
}: {
  shown: readonly { decision: Decided | null }[]
  muted: readonly unknown[]
}): string {
  const accepted = shown.filter(({ decision }) => holds(decision)).length
  return [
    `${shown.length + muted.length} in all`,
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(muted.length > 0 ? [`${muted.length} muted`] : []),
  ].join(', ')
}

/** The last day an expiry leaves whole. */
export function lastDay(expiry: string): Date {
  return new Date(new Date(expiry).getTime() - 1)
}

/**
 * What was decided, when, in a workspace with several members by whom, and until when.
 *
 * @param date a day as the reader writes it
 */
export function decisionWords(decision: Decided, date: (time: Date) => string): { word: string; rest: string } {
  const { kind, decided_at: at, decided_by: by, expires_at: expires } = decision
  const word = kind === 'accepted' ? 'Accepted' : 'Muted'
  const on = `on ${date(new Date(at))}${by === null ? '' : ` by ${by}`}`
  const until = expires === null ? null : `until ${date(lastDay(expires))}`
  return holds(decision)
    ? { word, rest: `${on}, ${until ?? 'no end date'}` }
    : { word: 'Expired', rest: `${word} ${on}${until === null ? '' : `, ${until}`}. It counts as open again.` }
}

/** What decisions leave as it is. */
export const scoreStays = 'Accepting or muting a finding leaves the score as it is.'

/** Stands where the open findings of a domain are named, when each of them is accepted or muted. */
export const decidedOnly = 'Accepted findings only'
