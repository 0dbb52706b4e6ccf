import type { Database } from '../../db/store.ts'
import { unicodeOf } from './present.ts'
import { type DomainSummary, domainsOf, domainsWith } from './store.ts'

/** What every label of another script begins with. */
const aLabel = 'xn--'
/** All printable ASCII: a name of A-labels has nothing else. */
const ascii = /^[ -~]*$/

/**
 * The domains of a workspace, all or those whose name has the text: names that start with it first, then in alphabetical
 * order. A text in another script is compared with the names in Unicode, which the database does not know.
 */
export async function findDomains(
  db: Database,
  workspaceId: string,
  { search = '', limit }: { search?: string | undefined; limit?: number | undefined },
): Promise<DomainSummary[]> {
  const text = search.trim().normalize('NFC').toLowerCase()
  if (text === '') return domainsOf(db, workspaceId, limit)
  if (ascii.test(text)) return domainsWith(db, workspaceId, { text, limit })
  const found = (await domainsWith(db, workspaceId, { text: aLabel }))
    .map(row => ({ row, place: unicodeOf(row.name)?.indexOf(text) ?? -1 }))
    .filter(({ place }) => place >= 0)
  const first = found.filter(({ place }) => place === 0)
  const later = found.filter(({ place }) => place > 0)
  return [...first, ...later].slice(0, limit).map(({ row }) => row)
}
