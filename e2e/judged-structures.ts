/** What axe has judged in this run, in a file that the workers of the screens share. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { fileOfWorld } from './world.ts'

interface JudgedStructures {
  /** The structures that were right, as far as this worker knows. */
  known: Set<string>
  /** Takes what the other workers have written since the last time. */
  take: () => void
  /** Writes what this worker has added. */
  give: () => void
}

/** @param kind a theme and a width: a structure is judged once at each */
export function judgedStructures(kind: string): JudgedStructures {
  const file = fileOfWorld(`axe-${kind}.txt`)
  const known = new Set<string>()
  const written = new Set<string>()
  let length = 0
  return {
    known,
    take() {
      if (!existsSync(file)) return
      const text = readFileSync(file, 'latin1')
      // The last line may be half written.
      const end = text.lastIndexOf('\n') + 1
      for (const line of text.slice(length, end).split('\n')) {
        if (line === '') continue
        known.add(line)
        written.add(line)
      }
      length = end
    },
    give() {
      const added = [...known].filter(line => line !== '' && !written.has(line))
      for (const line of added) written.add(line)
      // The outline of a page has line breaks of its texts.
      if (added.length > 0)
        appendFileSync(file, `${added.map(line => line.replaceAll('\n', ' ')).join('\n')}\n`, 'latin1')
    },
  }
}
