import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDataFolder } from '../../testing/data-folder.ts'
import { startChild } from '../../testing/kill.ts'

let folder: string
beforeAll(async () => {
  folder = await aDataFolder('scan-kill')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a scan whose process is killed in the middle is resumed, and finished once', async () => {
  const first = startChild('scan-child.ts', folder, 'start', 'example.com')
  const started = await first.said(line => line.startsWith('run '))
  expect(await first.said(line => line === 'scanning')).toBe('scanning')
  await first.kill()

  const second = startChild('scan-child.ts', folder, 'resume')
  const done = await second.said(line => line.startsWith('done '))
  await second.kill()
  expect(done).toBe(`done ${started?.slice('run '.length)} after 2`)
  expect(second.lines.filter(line => line === 'scanning')).toHaveLength(1)
}, 180_000)
