import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { Filling } from './neighbor-rows.ts'

const hour = 3_600_000
const day = 24 * hour

/** Two watched ranges: one address that is due and listed, and two that are not due. */
export async function fillWatched(
  db: Database,
  { name, workspace, person, make }: Filling,
  ago: (ms: number) => Date,
): Promise<void> {
  const range = (what: string, size: number, at: Date) => {
    const id = make(`${name} watched ${what}`)
    return { id, workspaceId: workspace.id, range: what, size, addedAt: at, author: person.id }
  }
  const [one, two] = [range('8.26.56.10', 1, ago(9 * day)), range('8.26.56.20/31', 2, ago(8 * day))]
  await db.insert(schema.watchedRange).values([one, two])
  const since = ago(3 * day).toISOString()
  await db.insert(schema.watchedAddress).values([
    {
      workspaceId: workspace.id,
      rangeId: one.id,
      address: '8.26.56.10',
      nextCheckAt: ago(name === 'owner' ? hour : 2 * hour),
      checkedAt: ago(25 * hour),
      listings: [{ list: 'spamcop', name: 'SpamCop SCBL', since }],
      unchecked: 1,
    },
    {
      workspaceId: workspace.id,
      rangeId: two.id,
      address: '8.26.56.20',
      nextCheckAt: ago(-hour),
      checkedAt: ago(23 * hour),
    },
    { workspaceId: workspace.id, rangeId: two.id, address: '8.26.56.21', nextCheckAt: ago(-hour) },
  ])
}
