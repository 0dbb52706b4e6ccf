import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { DurableFolder, type NodeFileSystem } from '../db/embedded.ts'

/**
 * A model of a folder after a power cut: each change of a file's data that no fsync of that file followed is present or
 * not, 8 kB by 8 kB, at random; synced data is present. Changes of names (create, rename, remove) keep their order, as
 * in a journaling file system.
 */

/** One recorded change. Paths are relative to the folder. */
type Change =
  | { kind: 'write'; path: string; position: number; data: Uint8Array }
  | { kind: 'sync'; path: string }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'create'; path: string; folder: boolean }
  | { kind: 'rename'; path: string; to: string }
  | { kind: 'remove'; path: string; folder: boolean }
  | { kind: 'note'; text: string }

interface Node {
  mode: number
  name: string
  parent: Node
}

interface Stream {
  nfd: number
  node: Node
  position: number
}

/** The parts of Emscripten's NODEFS that change data. */
interface RecordedFileSystem extends NodeFileSystem {
  realPath(node: Node): string
  node_ops: {
    mknod(parent: Node, name: string, mode: number, dev: number): Node
    rename(node: Node, parent: Node, name: string): void
    unlink(parent: Node, name: string): void
    rmdir(parent: Node, name: string): void
    setattr(node: Node, attributes: { size?: number }): void
  }
  stream_ops: NodeFileSystem['stream_ops'] & {
    write(stream: Stream, buffer: Int8Array, offset: number, length: number, position: number): number
    fsync?: (stream: { nfd: number }) => number
  }
}

const block = 8_192

/** A durable folder that also records, in order, everything PGlite does to its files. */
export class RecordingFolder extends DurableFolder {
  readonly changes: Change[] = []
  readonly #folder: string
  readonly #reached: { disk: boolean }

  constructor(folder: string) {
    const reached = { disk: false }
    super(folder, {
      fsync(fd) {
        fsyncSync(fd)
        reached.disk = true
      },
    })
    this.#folder = folder
    this.#reached = reached
  }

  /** Marks a moment in the record, such as "this row is acknowledged". */
  note(text: string): void {
    this.changes.push({ kind: 'note', text })
  }

  protected override complete(files: NodeFileSystem): void {
    super.complete(files)
    this.#record(files as RecordedFileSystem)
  }

  #record(files: RecordedFileSystem): void {
    const pathOf = (node: Node) => relative(this.#folder, files.realPath(node))
    const within = (parent: Node, name: string) => join(pathOf(parent), name)
    const names = { ...files.node_ops }
    const streams = { ...files.stream_ops }

    files.node_ops.mknod = (parent, name, mode, dev) => {
      const node = names.mknod(parent, name, mode, dev)
      this.changes.push({ kind: 'create', path: within(parent, name), folder: (mode & 0o170000) === 0o040000 })
      return node
    }
    files.node_ops.rename = (node, parent, name) => {
      const path = pathOf(node)
      names.rename(node, parent, name)
      this.changes.push({ kind: 'rename', path, to: within(parent, name) })
    }
    files.node_ops.unlink = (parent, name) => {
      names.unlink(parent, name)
      this.changes.push({ kind: 'remove', path: within(parent, name), folder: false })
    }
    files.node_ops.rmdir = (parent, name) => {
      names.rmdir(parent, name)
      this.changes.push({ kind: 'remove', path: within(parent, name), folder: true })
    }
    files.node_ops.setattr = (node, attributes) => {
      names.setattr(node, attributes)
      if (attributes.size !== undefined) {
        this.changes.push({ kind: 'truncate', path: pathOf(node), size: attributes.size })
      }
    }
    files.stream_ops.write = (stream, buffer, offset, length, position) => {
      const written = streams.write(stream, buffer, offset, length, position)
      const data = Uint8Array.from(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, written))
      this.changes.push({ kind: 'write', path: pathOf(stream.node), position, data })
      return written
    }
    const sync = streams.fsync
    if (sync === undefined) return
    files.stream_ops.fsync = stream => {
      this.#reached.disk = false
      const answer = sync(stream)
      // A sync that did not reach the disk does not count.
      if (this.#reached.disk) this.changes.push({ kind: 'sync', path: pathOf((stream as Stream).node) })
      return answer
    }
  }
}

/**
 * Makes `target` a possible state of `base` after a power cut just before change number `cut`, and returns the notes
 * made until then.
 *
 * @param random 0 to 1, as `Math.random`
 */
export async function cutPower(
  { base, target, changes }: { base: string; target: string; changes: readonly Change[] },
  cut: number,
  random: () => number,
): Promise<string[]> {
  await cp(base, target, { recursive: true })
  const unsynced = new Map<string, { position: number; data: Uint8Array }[]>()
  const notes: string[] = []
  for (const change of changes.slice(0, cut)) {
    if (change.kind === 'note') notes.push(change.text)
    else apply(target, change, unsynced)
  }
  for (const [path, writes] of unsynced) {
    for (const piece of writes.flatMap(blocksOf)) if (random() < 0.5) put(join(target, path), [piece])
  }
  return notes
}

function apply(
  target: string,
  change: Exclude<Change, { kind: 'note' }>,
  unsynced: Map<string, { position: number; data: Uint8Array }[]>,
): void {
  const path = join(target, change.path)
  switch (change.kind) {
    case 'write':
      unsynced.set(change.path, [...(unsynced.get(change.path) ?? []), change])
      return
    case 'sync':
      put(path, unsynced.get(change.path) ?? [])
      unsynced.delete(change.path)
      return
    case 'create':
      if (change.folder) mkdirSync(path)
      else writeFileSync(path, '', { flag: 'a' })
      return
    case 'truncate':
      truncateSync(path, change.size)
      unsynced.set(
        change.path,
        (unsynced.get(change.path) ?? []).filter(write => write.position < change.size),
      )
      return
    case 'rename': {
      renameSync(path, join(target, change.to))
      const writes = unsynced.get(change.path)
      unsynced.delete(change.path)
      unsynced.delete(change.to)
      if (writes) unsynced.set(change.to, writes)
      return
    }
    case 'remove':
      if (change.folder) rmdirSync(path)
      else rmSync(path)
      unsynced.delete(change.path)
  }
}

function put(path: string, writes: readonly { position: number; data: Uint8Array }[]): void {
  if (writes.length === 0) return
  const file = openSync(path, 'r+')
  try {
    for (const { position, data } of writes) writeSync(file, data, 0, data.length, position)
  } finally {
    closeSync(file)
  }
}

/** Split at multiples of 8 kB in the file, the assumed write unit of a disk. */
function blocksOf({
  position,
  data,
}: {
  position: number
  data: Uint8Array
}): { position: number; data: Uint8Array }[] {
  const pieces = []
  for (let done = 0; done < data.length; ) {
    const length = Math.min(block - ((position + done) % block), data.length - done)
    pieces.push({ position: position + done, data: data.subarray(done, done + length) })
    done += length
  }
  return pieces
}

/** Random numbers between 0 and 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
