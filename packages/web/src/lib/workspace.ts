import { isObject, parsed, storedText, storeText } from './stored-value.ts'

/**
 * The workspace that calls are about. Without a choice the server takes the person's own. A tab keeps its workspace over
 * a reload, chosen or not; a new tab begins with the browser's last choice.
 */
interface Choice {
  userId: string
  workspaceId: string | null
}

const storageKey = 'waxseal.workspace'
const storages = ['sessionStorage', 'localStorage'] as const
type Storage = (typeof storages)[number]

let userId: string | null = null
let workspaceId: string | null = null
const listeners = new Set<() => void>()

/** Sets the signed-in user, whose last choice in this browser then counts; null after a sign-out. */
export function keepWorkspaceOf(user: string | null): void {
  if (user === userId) return
  userId = user
  const own = storages.map(read).find(choice => choice?.userId === user)
  const id = own?.workspaceId ?? null
  // A later choice in another tab does not move this one.
  if (user !== null) write('sessionStorage', { userId: user, workspaceId: id })
  set(id)
}

/** Null: the person's own. */
export const chosenWorkspace = (): string | null => workspaceId

/** Makes the next calls about this workspace; null: the person's own. */
export function chooseWorkspace(id: string | null): void {
  if (userId !== null) for (const storage of storages) write(storage, { userId, workspaceId: id })
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

function read(storage: Storage): Choice | null {
  const value = parsed(storedText(storage, storageKey))
  if (!isObject(value)) return null
  const { userId, workspaceId } = value
  const isId = typeof workspaceId === 'string' || workspaceId === null
  return typeof userId === 'string' && isId ? { userId, workspaceId } : null
}

function write(storage: Storage, choice: Choice): void {
  storeText(storage, storageKey, JSON.stringify(choice))
}
