import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'
import type { Filling } from './neighbor-rows.ts'

const hour = 3_600_000
const day = 24 * hour

/** Messages to the assistant of both members: three of the owner, of which the last is too old, and two of the guest. */
export async function fillChat(
  db: Database,
  { name, workspace, person, guest, make }: Filling & { guest: { id: string } },
  ago: (ms: number) => Date,
): Promise<void> {
  const message = (what: string, author: { id: string }, createdAt: Date) => ({
    id: make(`${name} message ${what}`),
    workspaceId: workspace.id,
    authorId: author.id,
    createdAt,
    message: `${what} of ${name}?`,
    answer: `**${what} of ${name}**`,
    response: `<p><strong>${what} of ${name}</strong></p>`,
    source: 'built-in' as const,
  })
  // The neighbor's fall between the owner's, and the guest's between those.
  const apart = name === 'owner' ? 0 : hour
  await db
    .insert(schema.chatMessage)
    .values([
      message('new', person, ago(day + apart)),
      message('old', person, ago(2 * day + apart)),
      message('expired', person, ago(366 * day + apart)),
      message('guest new', guest, ago(day + 2 * hour + apart)),
      message('guest old', guest, ago(2 * day + 2 * hour + apart)),
    ])
}
