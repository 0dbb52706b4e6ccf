import { isNull } from 'drizzle-orm'
import { person, workspace } from '../../db/schema/index.ts'

/**
 * Deleted people and workspaces keep their rows for some days. Every reader of the two tables asks for the others with
 * these; `personOfSubject` also finds a deleted person, whom `signedIn` refuses,
 * and `deletion-store.ts` is about the deleted ones.
 */
export const livePerson = isNull(person.deletedAt)
export const liveWorkspace = isNull(workspace.deletedAt)
