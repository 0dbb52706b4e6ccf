/**
 * The built pages, as the manifest of the build describes them: which files a screen loads, and their weight on the wire.
 * A weight depends on the code alone. Each file has a hash of its content in its name, and others repeat that name; how
 * well such random letters are compressed would move a weight by some 70 bytes whenever any other file changes.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** What Vite writes of a chunk or of another file. */
interface Built {
  file: string
  imports?: readonly string[]
  css?: readonly string[]
  assets?: readonly string[]
}

export interface Weights {
  /** All screens load it, and all behind the sign-in: in kilobytes of 1,000 bytes, as are the others. */
  first: number
  /** The code of the screen itself. */
  route: number
  style: number
  font: number
}

/** The most bytes that the headers of a reply have; `titles.spec.ts` sees it. */
export const headersOfReply = 699

const folder = join(import.meta.dirname, '..', 'packages', 'web', 'dist')
const entry = 'index.html'

/** The name of a built file, or of its key in the manifest, without its hash. */
const hashOfName = /-[\w-]{8}(?=\.(?:js|css|woff2)$)/
const named = (file: string): string => file.replace(hashOfName, '')

export class BuiltCode {
  readonly #files: ReadonlyMap<string, Built>
  readonly #standIns: ReadonlyMap<string, string>
  readonly #weights = new Map<string, number>()

  constructor() {
    const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<string, Built>
    this.#files = new Map(Object.entries(manifest))
    this.#standIns = standInsOf(Object.values(manifest))
  }

  /** The scripts that a screen with this code loads, as paths of their addresses; with those of the first load. */
  scriptsOf(code: readonly string[]): string[] {
    return [...this.#closure([entry, ...code])].map(({ file }) => `/${file}`).toSorted()
  }

  /** What a browser receives that opens a screen with this code and has nothing in its cache. */
  weightsOf(code: readonly string[]): Weights {
    const all = this.#closure([entry, ...code])
    const first = this.#closure([entry])
    for (const one of all) if (named(one.file) === 'assets/signed-in.js') first.add(one)
    const sum = (files: Iterable<string>): number =>
      [...new Set(files)].reduce((sum, file) => sum + this.#weigh(file), 0)
    return {
      first: sum([...first].map(({ file }) => file)),
      route: sum([...all].filter(one => !first.has(one)).map(({ file }) => file)),
      style: sum([...all].flatMap(({ css = [] }) => css)),
      font: sum([...all].flatMap(({ assets = [] }) => assets.filter(file => file.endsWith('.woff2')))),
    }
  }

  /** The sources that a source or the first load imports when they are needed, and not before. */
  #closure(keys: readonly string[], found = new Set<Built>()): Set<Built> {
    for (const key of keys) {
      const built = this.#files.get(key) ?? this.#withoutHash(key)
      if (found.has(built)) continue
      found.add(built)
      this.#closure(built.imports ?? [], found)
    }
    return found
  }

  #withoutHash(name: string): Built {
    const found = [...this.#files].filter(([key]) => named(key) === `${name}.js`)
    const [one] = found
    if (one === undefined || found.length > 1) throw new Error(`${found.length} files of the build are ${name}`)
    return one[1]
  }

  #weigh(file: string): number {
    const known = this.#weights.get(file)
    if (known !== undefined) return known
    const content = readFileSync(join(folder, file))
    const body = file.endsWith('.woff2') ? content : brotliCompressSync(this.#withStandIns(content.toString()))
    const weight = (body.length + headersOfReply) / 1_000
    this.#weights.set(file, weight)
    return weight
  }

  #withStandIns(text: string): string {
    let changed = text
    for (const [name, standIn] of this.#standIns) changed = changed.replaceAll(name, standIn)
    return changed
  }
}

/**
 * For the name of each file, one of the same length that is made of its first part. Of two files with the same first part
 * the shorter one comes first.
 */
function standInsOf(all: readonly Built[]): Map<string, string> {
  const files = [...new Set(all.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))]
  const groups = Map.groupBy(files, named)
  const pairs = [...groups].flatMap(([name, group]) =>
    group
      .map(file => ({ file, length: lengthOf(file) }))
      .toSorted((one, other) => one.length - other.length)
      .map(({ file }, index): [string, string] => {
        const letters = createHash('sha256').update(`${name} ${index}`).digest('base64url').slice(0, 8)
        return [base(file), base(file).replace(hashOfName, `-${letters}`)]
      }),
  )
  return new Map(pairs)
}

const lengthOf = (file: string): number => readFileSync(join(folder, file)).length
const base = (file: string): string => file.slice(file.lastIndexOf('/') + 1)
