import type { Filled, Known } from '../check/index.ts'
import { assessSpf } from './assess.ts'
import type { SpfValue } from './value.ts'

/**
 * An unchanged record with an incomplete tree keeps its last tree: all of it if that was complete, else what it proved.
 * New answers take precedence. Null: there is nothing to fill in.
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
      ipv6NetsAtLeast: Math.max(tree.ipv6NetsAtLeast ?? 0, older.ipv6NetsAtLeast ?? 0),
    },
  }
  return findingsOf(joined) === findingsOf(now) ? null : { value: joined, gaps }
}

/** The findings of a tree, independent of DMARC. */
function findingsOf(value: SpfValue): string {
  const context = { domain: '.', evidence: ['.'], dmarcEnforced: false } as const
  return assessSpf(value, context)
    .map(({ id }) => id)
    .join(' ')
}
