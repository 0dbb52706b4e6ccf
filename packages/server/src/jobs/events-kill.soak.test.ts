import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { aDataFolder } from '../testing/data-folder.ts'
import { startChild } from '../testing/kill.ts'
import { freshDatabase, onBothStores } from '../testing/store.ts'

onBothStores('an event with two subscribers', kind => {
  it('reaches the second one after the process is killed between them, and the first one only once', async () => {
    const place = kind === 'pglite' ? await aDataFolder('event-kill') : await freshDatabase()
    try {
      const first = startChild('event-child.ts', place, 'publish')
      const keeping = await first.said(line => line.startsWith('keeping '))
      await first.kill()
      const scanId = keeping?.slice('keeping '.length)
      expect(first.lines).toEqual([`pruned ${scanId}`, `keeping ${scanId}`])

      const second = startChild('event-child.ts', place, 'resume')
      await second.said(line => line.startsWith('kept '))
      await second.kill()
      expect(second.lines).toEqual([`kept ${scanId}`])
    } finally {
      if (kind === 'pglite') await rm(place, { recursive: true, force: true })
    }
  }, 180_000)
})
