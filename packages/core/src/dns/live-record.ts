/** How receivers find the records of one kind among the TXT records of a name, and what they read in one. */
export interface RecordKind {
  /** The texts that are such records, and those that were meant to be: receivers ignore these. */
  select: (texts: readonly string[]) => { records: readonly string[]; lookalikes: readonly string[] }
  /** One text for all that receivers read alike. */
  canonical: (text: string) => string
}

/**
 * What a server has at a name, compared with the wanted record. `different`: another record of the kind, or a text that
 * was meant to be one. `several`: more than one, so receivers use none.
 */
export type LiveState = 'live' | 'different' | 'several' | 'missing'

/** The state of all servers together. `partly`: some have exactly the wanted record, others do not. */
export type OverallState = LiveState | 'partly' | 'could_not_check'

/** Compares the TXT records of a name, each joined to one text, with the record that should be there alone. */
export function liveState(
  texts: readonly string[],
  wanted: string,
  { select, canonical }: RecordKind,
): { state: LiveState; found: readonly string[] } {
  const { records, lookalikes } = select(texts)
  const [first, second] = records
  if (second !== undefined) return { state: 'several', found: records }
  if (first !== undefined) {
    return { state: canonical(first) === canonical(wanted) ? 'live' : 'different', found: [first] }
  }
  return lookalikes.length === 0 ? { state: 'missing', found: [] } : { state: 'different', found: lookalikes }
}

/**
 * Joins the states of several servers; null for one without an answer. A failed lookup never makes a record missing: it
 * counts only when no server answered.
 */
export function overallState(states: readonly (LiveState | null)[]): OverallState {
  const known = states.filter(state => state !== null)
  if (known.length === 0) return 'could_not_check'
  if (known.includes('live')) return known.every(state => state === 'live') ? 'live' : 'partly'
  return known.includes('several') ? 'several' : known.includes('different') ? 'different' : 'missing'
}
