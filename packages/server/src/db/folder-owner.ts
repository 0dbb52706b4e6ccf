import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder is another user's. The operator reads the message unchanged. */
export class NotYourFolder extends Error {
  override readonly name = 'NotYourFolder'
}

/** What a start puts into the data folder, in the order in which it decides whose the data are. */
const parts = ['postgres', 'lock', 'secrets'] as const

/** User ids of the owners of the folder and its parts; undefined: not there. */
export type Owners = { readonly [What in 'folder' | (typeof parts)[number]]?: number | undefined }

/**
 * Refuses, before anything is touched, a data folder whose files belong to another user: PostgreSQL's own rule. Root is
 * able to open it and would leave files that the service cannot read; its next start then fails for good.
 *
 * @throws NotYourFolder
 */
export function refuseOthersFolder(folder: string): void {
  const me = process.geteuid?.()
  // Windows has no user ids, and no user there who writes past everyone's permissions.
  if (me === undefined) return
  const names = userNames()
  const why = whyNotYours(folder, me, ownersOf(folder), names)
  if (why !== null) throw new NotYourFolder(why)
  // Root can read and write every file; for anyone else one file of another user deep in the store ends the start.
  const file = me === 0 ? null : fileOfAnother(join(folder, 'postgres'), me)
  if (file !== null) throw new NotYourFolder(mend(folder, file.path, file.owner, me, names))
}

/**
 * Why the user `me` must not open the store in `folder`, with what to do; null: nothing against it. What the folder
 * holds decides. The folder itself decides only for root, and only when it is empty: everyone else needs its owner's
 * leave to write there, as in a volume that belongs to root and is opened to a group.
 */
export function whyNotYours(folder: string, me: number, owners: Owners, names: ReadonlyMap<number, string>) {
  const part = parts.find(name => owners[name] !== undefined && owners[name] !== me)
  const isFirstStart = parts.every(name => owners[name] === undefined)
  const owner = part !== undefined ? owners[part] : me === 0 && isFirstStart ? owners.folder : undefined
  if (owner === undefined || owner === me) return null
  // This user's own folder, in which an earlier user has left files; and root is not whom to run a service as.
  if (part !== undefined && me !== 0 && (owners.folder === me || owner === 0)) {
    return mend(folder, join(folder, part), owner, me, names)
  }
  const user = names.get(owner) ?? `'#${owner}'`
  return `DATA_DIR: ${folder} belongs to ${names.get(owner) ?? `user ${owner}`} → run this as that user: sudo -E -u ${user} …`
}

function mend(folder: string, path: string, owner: number, me: number, names: ReadonlyMap<number, string>): string {
  const [whose, mine] = [names.get(owner) ?? `user ${owner}`, names.get(me) ?? me]
  return `DATA_DIR: ${path} belongs to ${whose} → as root: chown -R ${mine} ${folder}`
}

/**
 * The first file or folder below one that belongs to another user, as root's commands of earlier versions left them. A
 * folder of another user is named, not opened: it may be closed to this one.
 */
function fileOfAnother(folder: string, me: number): { path: string; owner: number } | null {
  if (!existsSync(folder)) return null
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (entry !== undefined && entry.uid !== me) return { path, owner: entry.uid }
    const within = entry?.isDirectory() ? fileOfAnother(path, me) : null
    if (within !== null) return within
  }
  return null
}

function ownersOf(folder: string): Owners {
  const whole = ownerOf(folder)
  // A folder that keeps this user from looking into it is its owner's with all it holds.
  const [postgres, lock, secrets] = parts.map(part => ownerOf(join(folder, part), whole))
  return { folder: whole, postgres, lock, secrets }
}

function ownerOf(path: string, unseen?: number): number | undefined {
  try {
    return statSync(path).uid
  } catch (error) {
    // Whatever else keeps the folder from being read is met, and said, when it is opened.
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? unseen : undefined
  }
}

/** The names of user ids as this machine lists them; a directory service is not asked, its users keep their number. */
function userNames(): ReadonlyMap<number, string> {
  try {
    return namesIn(readFileSync('/etc/passwd', 'utf8'))
  } catch {
    return new Map()
  }
}

/** Reads lines as passwd(5) has them. The first name of an id counts, and only one that a shell takes as it is. */
export function namesIn(passwd: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const line of passwd.split('\n')) {
    const [name = '', , id = ''] = line.split(':')
    if (/^[a-z_][\w.-]*$/i.test(name) && /^\d+$/.test(id) && !names.has(Number(id))) names.set(Number(id), name)
  }
  return names
}
