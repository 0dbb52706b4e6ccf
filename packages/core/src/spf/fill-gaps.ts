import type { Filled, Known } from '../check/index.ts'
import { assessSpf } from './assess.ts'
import type { SpfValue } from './value.ts'

/**
 * An unchanged record whose tree is not complete keeps what its last tree showed: all of it where that was complete, and
 * of one that was not what it already proved. What was answered now goes before it. Null: there is nothing to fill in.
 */
export function fillSpfGaps(
  { value: now, gaps }: Known<SpfValue>,
  { value: before }: Known<SpfValue>,
): Filled<SpfValue> | null {
  const { tree } = now
  const older = before.tree
  if (gaps.length === 0 || tree === null || tree.complete || older === null) return null
  const isSame =
    now.records.length === before.records.length && now.records.every((text, at) => text === before.records[at])
  if (!isSame) return null
  const isSettled = tree.permerrors.length > 0 || tree.openTo !== null
  if (older.complete && !isSettled) return { value: { ...now, tree: older }, gaps: [] }
  const joined: SpfValue = {
    ...now,
    tree: {
      ...tree,
      permerrors: tree.permerrors.length > 0 ? tree.permerrors : older.permerrors,
      openTo: tree.openTo ?? older.openTo,
      ending: tree.ending === 'unknown' ? older.ending : tree.ending,
      lookups: Math.max(tree.lookups, older.lookups),
      ipv4AtLeast: Math.max(tree.ipv4AtLeast, older.ipv4AtLeast),
    },
  }
  return findingsOf(joined) === findingsOf(now) ? null : { value: joined, gaps }
}

/** What a tree gives rise to, whatever is known of DMARC. */
function findingsOf(value: SpfValue): string {
  const context = { domain: '.', evidence: ['.'], dmarcEnforced: false } as const
  return assessSpf(value, context)
    .map(({ id }) => id)
    .join(' ')
}
