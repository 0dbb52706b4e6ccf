import { createDrafts } from '../../lib/drafts.ts'

/** The text in the field of the chat, by workspace. */
export const drafts = createDrafts<{ text: string }>({
  name: 'chat',
  keep: ({ text }) => text,
  find: kept => (typeof kept === 'string' ? { text: kept } : null),
})
