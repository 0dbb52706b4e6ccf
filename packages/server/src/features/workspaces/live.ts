import { isNull } from 'drizzle-orm'
import { person, workspace } from '../../db/schema/index.ts'

/**
 * Deleted people and workspaces keep their rows for some days. Every reader of the two tables asks for the others with
 * these; `personOfSubject` alone also finds a deleted person, whom `signedIn` refuses.
 */
export const livePerson = isNull(person.deletedAt)
export const liveWorkspace = isNull(workspace.deletedAt)
