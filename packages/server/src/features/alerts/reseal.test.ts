import { beforeEach, expect, it } from 'vitest'
import { sealerWith } from '../../adapters/sealer.ts'
import type { Sealer } from '../../ports.ts'
import { webhookOf } from '../../testing/neighbor-alerts.ts'
import { type World, worldOn } from '../../testing/neighbors.ts'
import { testKey } from '../../testing/offline.ts'
import { onTheStore } from '../../testing/store.ts'
import { channelRows, setTarget } from './channel-store.ts'
import { sealedFor } from './channels.ts'
import { reseal } from './reseal.ts'
import { settingsOf } from './settings-store.ts'

const newKey = 'the key after the rotation, of 32 bytes'
const onlyNew = sealerWith([newKey])
const rotating = sealerWith([newKey, testKey])

/** Every stored secret as this key alone reads it; null where it cannot. */
async function readBy(sealer: Sealer, { db, id }: World): Promise<(string | null)[]> {
  const texts: (string | null)[] = []
  for (const name of ['owner', 'neighbor']) {
    for (const { kind, target } of await channelRows(db, id(name))) {
      texts.push(target && sealer.open(target, sealedFor(id(name), kind)))
    }
    const { webhookSecret } = await settingsOf(db, id(name))
    texts.push(webhookSecret && sealer.open(webhookSecret, sealedFor(id(name), 'secret')))
  }
  return texts
}
const secretsOf = (name: string) => [webhookOf(name, 'slack'), webhookOf(name, 'webhook'), `whsec_${name}`]
const allSecrets = [...secretsOf('owner'), ...secretsOf('neighbor')]

const everyRow = ['neighbor', 'owner'].flatMap(name => [
  `alert_channel ${name} slack: target`,
  `alert_channel ${name} webhook: target`,
  `alert_settings ${name}: webhook_secret`,
])

onTheStore('after the encryption key was changed', kind => {
  const aWorld = worldOn(kind)
  let world: World
  beforeEach(async () => {
    world = await aWorld()
  })
  const run = (sealer: Sealer) => world.touched(() => reseal({ store: world.store, sealer }))

  it('every URL and secret is encrypted with the new key, and opens without the old one', async () => {
    expect(await readBy(onlyNew, world)).toEqual(allSecrets.map(() => null))
    expect(await run(rotating)).toEqual(everyRow.toSorted())
    expect(await readBy(onlyNew, world)).toEqual(allSecrets)
  })

  it('what the new key encrypted stays as it is', async () => {
    await run(rotating)
    expect(await run(rotating)).toEqual([])
    expect(await run(onlyNew)).toEqual([])
  })

  it('a text that no key opens stays, and the others are encrypted again', async () => {
    const { id, transaction } = world
    const lost = sealerWith(['a key that nobody has any more, 32 bytes'])
    const ofOwner = sealedFor(id('owner'), 'slack')
    await transaction(tx => setTarget(tx, id('owner'), 'slack', lost.seal(webhookOf('owner', 'slack'), ofOwner)))
    const moved = sealerWith([testKey]).seal(webhookOf('owner', 'webhook'), sealedFor(id('owner'), 'webhook'))
    await transaction(tx => setTarget(tx, id('neighbor'), 'webhook', moved))
    const changed = await run(rotating)
    const stay = ['alert_channel neighbor webhook: target', 'alert_channel owner slack: target']
    expect(changed).toEqual(everyRow.filter(line => !stay.includes(line)).toSorted())
    const [slack] = await channelRows(world.db, id('owner'))
    expect(lost.open(slack?.target ?? '', ofOwner)).toBe(webhookOf('owner', 'slack'))
  })

  it('a channel without a URL stays without one', async () => {
    await world.transaction(tx => setTarget(tx, world.id('owner'), 'webhook', null))
    expect(await run(rotating)).not.toContain('alert_channel owner webhook: target')
    expect(await readBy(onlyNew, world)).toEqual(allSecrets.map(text => (text === allSecrets[1] ? null : text)))
  })

  it.each([0, 1, 2, 3, 4, 5])('nothing is lost when the process ends after %i of them', async done => {
    let sealed = 0
    const ending: Sealer = {
      ...rotating,
      seal(text, context) {
        if (sealed++ === done) throw new Error('the process ends')
        return rotating.seal(text, context)
      },
    }
    await expect(reseal({ store: world.store, sealer: ending })).rejects.toThrow('the process ends')
    expect(await readBy(rotating, world)).toEqual(allSecrets)
    expect((await readBy(onlyNew, world)).filter(text => text !== null)).toHaveLength(done)
    expect(await run(rotating)).toHaveLength(allSecrets.length - done)
    expect(await readBy(onlyNew, world)).toEqual(allSecrets)
  })
})
