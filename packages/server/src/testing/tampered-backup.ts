import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Changes the lines of a backup. With `seal` its checksum fits again. */
export async function tamper(path: string, change: (lines: string[]) => string[], seal = false): Promise<void> {
  const lines = change(
    gunzipSync(await readFile(path))
      .toString()
      .split('\n')
      .slice(0, -1),
  )
  if (seal) {
    const end = JSON.parse(lines.pop() ?? '') as object
    const sha256 = createHash('sha256')
      .update(lines.map(line => `${line}\n`).join(''))
      .digest('hex')
    lines.push(JSON.stringify({ ...end, sha256 }))
  }
  await writeFile(path, gzipSync(`${lines.join('\n')}\n`))
}
