import type { DkimFacts } from './findings.data.ts'
import type { DkimKey } from './value.ts'

/** What the words about a broken record need to know. */
export function brokenFacts({ hostname, errors, cnames, repaired = null }: DkimKey): DkimFacts['dkim_invalid'] {
  const { code, detail = '' } = errors[0] ?? { code: 'p-missing' }
  return { hostname, problem: { code, detail }, alias: cnames.at(-1) ?? '', repaired }
}
