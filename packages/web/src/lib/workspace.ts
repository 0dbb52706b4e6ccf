import { isObject, parsed, storedText, storeText } from './stored-value.ts'

/** The workspace that calls are about, chosen per browser. Without a choice the server takes the person's own. */
interface Choice {
  userId: string
  workspaceId: string
}

const storageKey = 'waxseal.workspace'

let userId: string | null = null
let workspaceId: string | null = null
const listeners = new Set<() => void>()

/** Sets the signed-in user, whose last choice in this browser then counts; null after a sign-out. */
export function keepWorkspaceOf(user: string | null): void {
  if (user === userId) return
  const choice = user === null ? null : read()
  userId = user
  set(choice?.userId === user ? choice.workspaceId : null)
}

/** Null: the person's own. */
export const chosenWorkspace = (): string | null => workspaceId

/** Makes the next calls about this workspace; null: the person's own. */
export function chooseWorkspace(id: string | null): void {
  write(id === null || userId === null ? null : { userId, workspaceId: id })
  set(id)
}

/** @returns what ends the subscription */
export function onWorkspaceChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(id: string | null): void {
  if (id === workspaceId) return
  workspaceId = id
  for (const listener of listeners) listener()
}

function read(): Choice | null {
  const value = parsed(storedText('localStorage', storageKey))
  if (!isObject(value)) return null
  const { userId, workspaceId } = value
  return typeof userId === 'string' && typeof workspaceId === 'string' ? { userId, workspaceId } : null
}

function write(choice: Choice | null): void {
  storeText('localStorage', storageKey, choice === null ? null : JSON.stringify(choice))
}
