import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import { documentOf } from '../features/headers/document.ts'
import { packed } from '../features/headers/packed.ts'
import { aHeaderAnalysis, noReputation } from './header-analysis.ts'
import type { Filling } from './neighbor-rows.ts'

const hour = 3_600_000
const day = 24 * hour

/** Three header analyses of one member: two that are shown, and one that has expired. */
export async function fillHeaders(
  db: Database,
  { name, workspace, person, make }: Filling,
  ago: (ms: number) => Date,
): Promise<void> {
  const analysis = (what: string, createdAt: Date, expiresAt: Date) => {
    const from = `alex@${name}.example`
    const subject = `${what} of ${name}`
    return packed({
      id: make(`${name} analysis ${what}`),
      workspaceId: workspace.id,
      createdAt,
      createdBy: person.id,
      expiresAt,
      raw: `From: ${from}\nSubject: ${subject}`,
      cutFrom: null,
      subject,
      from,
      threatScore: 30,
      document: documentOf(aHeaderAnalysis({ from, subject }), { reputation: noReputation, signatures: null }),
    })
  }
  // The neighbor's fall between the owner's.
  const apart = name === 'owner' ? 0 : hour
  await db
    .insert(schema.headerAnalysis)
    .values([
      await analysis('new', ago(day + apart), ago(-89 * day)),
      await analysis('old', ago(20 * day + apart), ago(-70 * day)),
      await analysis('expired', ago(91 * day + apart), ago(day)),
    ])
}
