import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The data folder belongs to another user. The operator sees the message unchanged. */
export class NotYourFolder extends Error {
  override readonly name = 'NotYourFolder'
}

/** What a start creates in the data folder, in the order in which it decides who owns the data. */
const parts = ['postgres', 'lock', 'secrets'] as const

/** User ids of the owners of the folder and its parts; undefined: does not exist. */
export type Owners = { readonly [What in 'folder' | (typeof parts)[number]]?: number | undefined }

/**
 * Refuses a data folder with files of another user, before anything is touched: PostgreSQL's own rule. Root could open
 * it and would leave files that the service cannot read, so that its next start fails for good.
 *
 * @throws NotYourFolder
 */
export function refuseOthersFolder(folder: string): void {
  const me = process.geteuid?.()
  // Windows has no user ids, and no user who bypasses permissions.
  if (me === undefined) return
  const names = userNames()
  const why = whyNotYours(folder, me, ownersOf(folder), names)
  if (why !== null) throw new NotYourFolder(why)
  // Root can read and write every file. For other users, one file of another user deep in the store prevents the start.
  const file = me === 0 ? null : fileOfAnother(join(folder, 'postgres'), me)
  if (file !== null) throw new NotYourFolder(mend(folder, file.path, file.owner, me, names))
}

/**
 * Why the user `me` must not open the store in `folder`, with what to do; null: no objection. The owners of its content
 * decide. The owner of the folder itself decides only for root, and only when it is empty: other users need the owner's
 * permission to write there, as in a volume that belongs to root and is open to a group.
 */
export function whyNotYours(folder: string, me: number, owners: Owners, names: ReadonlyMap<number, string>) {
  const part = parts.find(name => owners[name] !== undefined && owners[name] !== me)
  const isFirstStart = parts.every(name => owners[name] === undefined)
  const owner = part !== undefined ? owners[part] : me === 0 && isFirstStart ? owners.folder : undefined
  if (owner === undefined || owner === me) return null
  // The folder is this user's own and has files of an earlier user. A service should not run as root either.
  if (part !== undefined && me !== 0 && (owners.folder === me || owner === 0)) {
    return mend(folder, join(folder, part), owner, me, names)
  }
  const user = names.get(owner) ?? `'#${owner}'`
  return `DATA_DIR: ${folder} belongs to ${names.get(owner) ?? `user ${owner}`} → run this command as that user with sudo -E -u ${user} …`
}

function mend(folder: string, path: string, owner: number, me: number, names: ReadonlyMap<number, string>): string {
  const [whose, mine] = [names.get(owner) ?? `user ${owner}`, names.get(me) ?? me]
  return `DATA_DIR: ${path} belongs to ${whose} → run chown -R ${mine} ${folder} as root`
}

/**
 * The first file or folder below a folder that belongs to another user, as root's commands of earlier versions left
 * them. A folder of another user is reported without opening it, because it may be closed to this user.
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
  // A folder that this user cannot read counts as its owner's, with all its content.
  const [postgres, lock, secrets] = parts.map(part => ownerOf(join(folder, part), whole))
  return { folder: whole, postgres, lock, secrets }
}

function ownerOf(path: string, unseen?: number): number | undefined {
  try {
    return statSync(path).uid
  } catch (error) {
    // Other read errors appear, with a message, when the folder is opened.
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? unseen : undefined
  }
}

/** The names of user ids from /etc/passwd. Directory services are not asked; their users are shown as numbers. */
function userNames(): ReadonlyMap<number, string> {
  try {
    return namesIn(readFileSync('/etc/passwd', 'utf8'))
  } catch {
    return new Map()
  }
}

/** Parses lines of passwd(5). The first name of an id counts, and only if a shell accepts it unquoted. */
export function namesIn(passwd: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const line of passwd.split('\n')) {
    const [name = '', , id = ''] = line.split(':')
    if (/^[a-z_][\w.-]*$/i.test(name) && /^\d+$/.test(id) && !names.has(Number(id))) names.set(Number(id), name)
  }
  return names
}
