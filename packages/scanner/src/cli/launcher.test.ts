import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const launcher = join(import.meta.dirname, '..', '..', '..', '..', 'bin', 'waxseal')
const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waxseal-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('bin/waxseal', () => {
  it('runs from any folder, through symbolic links, without a Node on the PATH', async () => {
    await symlink(launcher, join(folder, 'direct'))
    await symlink('direct', join(folder, 'relative'))
    const { stdout } = await run(join(folder, 'relative'), ['--version'], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', HOME: folder },
    })
    expect(stdout).toBe('waxseal 0.1.0\n')
  })

  it('keeps words with blanks, quotes and line breaks as they are', async () => {
    const { stdout } = await run(launcher, ['dmarc', 'parse', `v=DMARC1; p=none; x='a "b"\n c'`, '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ policy: 'none' })
  })

  it('reads a batch from standard input to its end', async () => {
    const child = run(launcher, ['batch'])
    child.child.stdin?.end('{"id":7,"cmd":"domain.normalize","args":{"input":"Example.com"}}\nnonsense\n')
    const lines = (await child).stdout.trimEnd().split('\n')
    expect(lines.map(line => JSON.parse(line) as object)).toEqual(
      expect.arrayContaining([
        { id: 7, ok: true, result: { ok: true, ascii: 'example.com', unicode: 'example.com' } },
        { id: null, ok: false, error: { code: 'parse', message: 'the line is not valid JSON' } },
      ]),
    )
  })

  it('treats a closed pipe as success', async () => {
    const child = spawn(launcher, ['batch'])
    const ended = new Promise<{ code: number | null; words: string }>(resolve => {
      let words = ''
      child.stderr.on('data', chunk => (words += String(chunk)))
      child.on('close', code => resolve({ code, words }))
    })
    child.stdout.destroy()
    child.stdin.on('error', () => {})
    child.stdin.write('{"id":1,"cmd":"domain.normalize","args":{"input":"example.com"}}\n'.repeat(2000))
    child.stdin.end()
    expect(await ended).toEqual({ code: 0, words: '' })
  })
})
