import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aDataFolder } from '../../testing/data-folder.ts'
import { startChild } from '../../testing/kill.ts'
import { openReceiver, type Receiver } from '../../testing/receiver.ts'
import { freshDatabase, onTheStore } from '../../testing/store.ts'

onTheStore('a process that is killed while it delivers an alert', kind => {
  let receiver: Receiver
  let place: string
  beforeAll(async () => {
    receiver = await openReceiver()
  })
  beforeEach(async () => {
    receiver.received.length = 0
    receiver.answer = undefined
    place = kind === 'pglite' ? await aDataFolder('alert-kill') : await freshDatabase()
    return async () => {
      if (kind === 'pglite') await rm(place, { recursive: true, force: true })
    }
  })
  afterAll(() => receiver.close())

  const start = (task: 'tell' | 'resume', hold = '') =>
    startChild('alert-child.ts', place, task, String(receiver.port), receiver.ca, hold)
  const ids = () => receiver.received.map(({ headers }) => headers['waxseal-delivery'])

  it('between the answer and its commit sends it again, under the same delivery id', async () => {
    const first = start('tell', 'hold')
    expect(await first.said(line => line.startsWith('answered '))).toBe('answered 204')
    await first.kill()

    const second = start('resume')
    await second.said(line => line === 'delivered')
    await second.kill()
    expect(ids()).toHaveLength(2)
    expect(new Set(ids()).size).toBe(1)

    const third = start('resume')
    await third.said(line => line === 'delivered')
    await third.kill()
    expect(ids()).toHaveLength(2)
  }, 180_000)

  it('before it posts sends it once', async () => {
    receiver.answer = () => ({ status: 503 })
    const first = start('tell')
    await first.said(line => line === 'composed')
    await first.kill()
    receiver.received.length = 0
    receiver.answer = undefined

    const second = start('resume')
    await second.said(line => line === 'delivered')
    await second.kill()
    expect(ids()).toHaveLength(1)
  }, 180_000)
})
