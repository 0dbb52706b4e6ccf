import { randomUUID } from 'node:crypto'
import { foreignKey, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
import { member, ofWorkspace } from './workspace.ts'

/** A message to the assistant with its answer. Only its author reads it, as a member of the workspace. */
export const chatMessage = pgTable(
  'chat_message',
  {
    id: uuid().primaryKey().$defaultFn(randomUUID),
    workspaceId: ofWorkspace(),
    authorId: uuid().notNull(),
    /** When the message was sent. */
    createdAt: moment().notNull(),
    message: text().notNull(),
    /** The answer in Markdown: context of later answers. */
    answer: text().notNull(),
    /** The same as HTML, as it is shown. */
    response: text().notNull(),
    source: text({ enum: ['built-in', 'model'] }).notNull(),
  },
  table => [
    // Nothing of a chat stays behind when its author leaves the workspace.
    foreignKey({
      name: 'chat_message_of_member',
      columns: [table.workspaceId, table.authorId],
      foreignColumns: [member.workspaceId, member.personId],
    }).onDelete('cascade'),
    index('chat_message_of_author').on(table.workspaceId, table.authorId, table.createdAt.desc().nullsFirst()),
    index('chat_message_age').on(table.createdAt),
  ],
)
