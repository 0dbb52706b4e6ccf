import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../testing/long.ts'
import { worldIn } from '../testing/neighbors.ts'
import { openTestStore } from '../testing/store.ts'
import { tamper } from '../testing/tampered-backup.ts'
import { checkBackup } from './backup-file.ts'
import { writeBackup } from './backup-write.ts'

describe('a file that is not a whole backup', () => {
  let folder: string
  let path: string
  let good: Buffer
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'waxseal-backup-file-'))
    path = join(folder, 'backup.gz')
    const store = await openTestStore('pglite')
    await worldIn(store)
    const chunks: Buffer[] = []
    const collect = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    })
    await writeBackup(store, { version: '0.1.0 abc', now: new Date('2026-11-24T22:00:00Z') }, collect)
    await store.close()
    good = Buffer.concat(chunks)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is refused when any line was changed, removed, added or moved', async () => {
    const changes: Record<string, (lines: string[]) => string[]> = {
      changed: lines => lines.map(line => line.replace('owner', 'Owner')),
      removed: lines => lines.filter((_, at) => at !== 5),
      added: lines => [...lines, '["x"]'],
      'without an end': lines => lines.slice(0, -1),
      moved: ([head = '', one = '', two = '', ...rest]) => [head, two, one, ...rest],
      'two heads': ([head = '', ...rest]) => [head, head, ...rest],
    }
    for (const [what, change] of Object.entries(changes)) {
      await writeFile(path, good)
      await tamper(path, change)
      await expect(checkBackup(path), what).rejects.toThrow(`${path} is damaged or incomplete. Use another backup.`)
    }
  })

  it('is refused when it is cut anywhere', async () => {
    const pieces = isLong ? 200 : 4
    for (let at = 1; at < pieces; at++) {
      await writeFile(path, good.subarray(0, Math.floor((good.length * at) / pieces)))
      await expect(checkBackup(path)).rejects.toThrow(/is damaged or incomplete|is not a Waxseal backup/)
    }
  })

  it('is refused whatever its bytes are', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map(content => gzipSync(content)),
      fc.string().map(text => gzipSync(`{"waxseal_backup":1${text}\n`)),
      fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, flip]) => {
        const changed = Buffer.from(good)
        // The header of gzip has a time and a name that no reader looks at.
        const place = Math.max(at, 10)
        changed[place] = (changed[place] ?? 0) ^ flip
        return changed
      }),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async content => {
        await writeFile(path, content)
        const refusal = await checkBackup(path).then(() => null, String)
        // Some bits of deflate follow its last symbol: a backup that differs only there is whole.
        if (refusal === null) expect(gunzipSync(content)).toEqual(gunzipSync(good))
        else expect(refusal).toMatch(/is damaged or incomplete|is not a Waxseal backup/)
      }),
      { numRuns: 200 },
    )
  })

  it('is refused in bounded memory when it unpacks to an endless line', async () => {
    await writeFile(path, gzipSync(Buffer.alloc(200 * 1024 * 1024, 'x')))
    await expect(checkBackup(path)).rejects.toThrow('is not a Waxseal backup')
    const lines = [
      '{"waxseal_backup":1,"version":"1","schema":1,"made_at":"2026-11-24T22:00:00Z","store":"pglite","secrets":false}',
      '{"table":"t","columns":["a"]}',
    ]
    await writeFile(
      path,
      gzipSync(Buffer.concat([Buffer.from(`${lines.join('\n')}\n["`), Buffer.alloc(200 * 1024 * 1024, 'x')])),
    )
    await expect(checkBackup(path)).rejects.toThrow('is damaged or incomplete')
  })

  it('is distinguished from a newer format, and from a file that is not there', async () => {
    await writeFile(path, gzipSync('{"waxseal_backup":2,"version":"9.0"}\n'))
    await expect(checkBackup(path)).rejects.toThrow(
      `${path} was made by a newer Waxseal. Use that version to restore it.`,
    )
    await expect(checkBackup(join(folder, 'none'))).rejects.toThrow('ENOENT')
  })
})
