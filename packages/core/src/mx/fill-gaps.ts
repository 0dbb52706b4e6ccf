import type { Filled, Gap, Known } from '../check/index.ts'
import type { MxHost, MxValue } from './value.ts'

/**
 * A host whose lookup failed keeps the result of an earlier scan; a domain without an MX keeps its last known own
 * addresses. Null: there is nothing to fill in.
 */
export function fillMxGaps(
  { value: now, gaps }: Known<MxValue>,
  { value: before, gaps: gapsBefore }: Known<MxValue>,
): Filled<MxValue> | null {
  if (now.hosts.length === 0) {
    // Without an MX, the addresses of the name itself count; the only gaps of such a section are about them.
    const isKnown = before.implicit !== null && (before.implicit.length > 0 || gapsBefore.length === 0)
    if (gaps.length === 0 || (now.implicit ?? []).length > 0 || !isKnown) return null
    return { value: { ...now, implicit: before.implicit }, gaps: [] }
  }
  const filled = new Set<string>()
  const known = new Map(before.hosts.filter(item => !isOpen(item, gapsBefore)).map(item => [item.host, item]))
  const hosts = now.hosts.map((host): MxHost => {
    const older = known.get(host.host)
    if (!isOpen(host, gaps) || older === undefined) return host
    filled.add(host.host)
    return { ...older, preference: host.preference }
  })
  if (filled.size === 0) return null
  return { value: { ...now, hosts }, gaps: gaps.filter(({ question }) => !filled.has(question.name)) }
}

/** Whether a host is undecided: its lookup failed, or it has a private address and may also have a public one. */
function isOpen({ host, state }: MxHost, gaps: readonly Gap[]): boolean {
  if (state === 'unchecked' || state === 'cut') return true
  return state === 'private' && gaps.some(({ question }) => question.name === host)
}
