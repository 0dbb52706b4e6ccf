import { and, asc, desc, eq, gt, inArray, lte, ne } from 'drizzle-orm'
import { chatMessage } from '../../db/schema/index.ts'
import type { Database, Tx } from '../../db/store.ts'

export type ChatRow = typeof chatMessage.$inferSelect

/** Whose messages: a person's in one workspace. */
export type Author = Pick<ChatRow, 'workspaceId' | 'authorId'>

/** Stores a message with its answer. Its texts must be storable (`db/storable.ts`). */
export async function insertMessage(tx: Tx, row: Omit<ChatRow, 'id'>): Promise<ChatRow> {
  const [stored] = await tx.insert(chatMessage).values(row).returning()
  if (stored === undefined) throw new Error('a chat message was not stored')
  return stored
}

/** The newest messages of a person that were sent after `after`, at most `limit`, the oldest of them first. */
export async function messagesOf(
  db: Database,
  author: Author,
  { after, limit }: { after: Date; limit: number },
): Promise<ChatRow[]> {
  const newest = db
    .select()
    .from(chatMessage)
    .where(and(by(author), gt(chatMessage.createdAt, after)))
    .orderBy(desc(chatMessage.createdAt), desc(chatMessage.id))
    .limit(limit)
    .as('newest')
  return db.select().from(newest).orderBy(asc(newest.createdAt), asc(newest.id))
}

/** Deletes all messages of a person in this workspace. */
export async function removeMessages(db: Database, author: Author): Promise<void> {
  await db.delete(chatMessage).where(by(author))
}

/**
 * Deletes the oldest messages of a person until `keep` are left, this one among them: it stays even if a clock was set
 * back since older ones. Lock the workspace first, because two calls at once could keep more.
 */
export async function forgetOldestMessages(tx: Tx, { id, ...author }: Author & { id: string }, keep: number) {
  const oldest = tx
    .select({ id: chatMessage.id })
    .from(chatMessage)
    .where(and(by(author), ne(chatMessage.id, id)))
    .orderBy(desc(chatMessage.createdAt), desc(chatMessage.id))
    .offset(keep - 1)
  await tx.delete(chatMessage).where(inArray(chatMessage.id, oldest))
}

/** Deletes messages that were sent at `until` or before, at most `limit`, and returns their number. */
export async function forgetMessages(db: Database, { until, limit }: { until: Date; limit: number }): Promise<number> {
  const old = db.select({ id: chatMessage.id }).from(chatMessage).where(lte(chatMessage.createdAt, until)).limit(limit)
  const removed = await db.delete(chatMessage).where(inArray(chatMessage.id, old)).returning({ id: chatMessage.id })
  return removed.length
}

const by = ({ workspaceId, authorId }: Author) =>
  and(eq(chatMessage.workspaceId, workspaceId), eq(chatMessage.authorId, authorId))
