import { type ScanFacts, scanFacts } from '@waxseal/core/assistant'
import { presentScan, type ScanResult } from '@waxseal/core/health'
import { and, eq, inArray } from 'drizzle-orm'
import { findingSource } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'

/** UTF-16 units: those of a hostile zone can be larger, and are read from the document. Usual ones have 9,000. */
const factsMax = 200_000

/** Facts are words, too: those of another program are not used. */
function programOf({ version, commit, schema }: Deps['build']): string {
  return `${version} ${commit ?? schema}`
}

/** What the analyst needs of a scan, as it is kept beside the findings; null: it is too large, or cannot be made. */
export interface KeptFacts {
  facts: string | null
  factsBy: string | null
}

/**
 * Makes the facts of a scan once, when it is stored: reading them costs the processor 0.1 ms, making them 4 ms, and a question
 * about all domains needs them of each. They are those for a reader on Pro or above.
 */
export function keptFactsOf(result: ScanResult, build: Deps['build']): KeptFacts {
  // A check that cannot be presented is reported where the scan is read.
  const facts = JSON.stringify(scanFacts(presentScan(result, 'pro')))
  return facts.length > factsMax ? { facts: null, factsBy: null } : { facts, factsBy: programOf(build) }
}

/**
 * The kept facts of the newest scans of some domains, by the id of the domain; those that another program made, or none, are
 * left out.
 *
 * @param workspaceId whose domains they are
 */
export async function keptFacts(
  { store: { db }, build }: Pick<Deps, 'store' | 'build'>,
  workspaceId: string,
  domainIds: readonly string[],
): Promise<ReadonlyMap<string, { finishedAt: Date; facts: ScanFacts }>> {
  if (domainIds.length === 0) return new Map()
  const rows = await db
    .select({ id: findingSource.domainId, finishedAt: findingSource.finishedAt, facts: findingSource.facts })
    .from(findingSource)
    .where(
      and(
        eq(findingSource.workspaceId, workspaceId),
        eq(findingSource.factsBy, programOf(build)),
        inArray(findingSource.domainId, [...domainIds]),
      ),
    )
  return new Map(
    rows.flatMap(({ id, finishedAt, facts }) =>
      facts === null ? [] : [[id, { finishedAt, facts: JSON.parse(facts) as ScanFacts }] as const],
    ),
  )
}
