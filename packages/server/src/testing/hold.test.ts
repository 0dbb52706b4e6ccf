import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generatedSpf } from '../db/schema/index.ts'
import { type Hold, holdOn } from './hold.ts'
import { type World, worldOn } from './neighbors.ts'
import { onBothStores } from './store.ts'

onBothStores('a held store', kind => {
  const aWorld = worldOn(kind)
  let world: World
  let hold: Hold
  let before: unknown
  const rows = () => world.db.select().from(generatedSpf)
  beforeAll(async () => {
    world = await aWorld()
    before = await rows()
    hold = await holdOn(world.store)
  })
  afterAll(async () => expect(await rows()).toEqual(before))

  const everyRecord = ['neighbor/own', 'neighbor/shared', 'owner/own', 'owner/shared']

  it('shows every row that a change without its where clause changes, and takes it back', async () => {
    const lines = await hold.undone(() => world.touched(() => world.db.update(generatedSpf).set({ record: 'v=spf1' })))
    expect(lines).toEqual(everyRecord.map(name => `generated_spf ${name}: record`))
    expect(await rows()).toEqual(before)
  })

  it('takes back what a transaction has committed', async () => {
    const lines = await hold.undone(() =>
      world.touched(() => world.transaction(tx => tx.update(generatedSpf).set({ record: 'v=spf1' }))),
    )
    expect(lines).toHaveLength(everyRecord.length)
    expect(await rows()).toEqual(before)
  })

  it('keeps what was before a transaction that fails, and nothing of it', async () => {
    await hold.undone(async () => {
      await world.db.update(generatedSpf).set({ record: 'first' })
      const failing = world.transaction(async tx => {
        await tx.update(generatedSpf).set({ record: 'second' })
        await tx.execute(sql`select 1 / 0`)
      })
      await expect(failing).rejects.toThrow()
      expect(new Set((await rows()).map(({ record }) => record))).toEqual(new Set(['first']))
    })
  })

  it('takes back what a call changed before it failed', async () => {
    const failing = hold.undone(async () => {
      await world.db.update(generatedSpf).set({ record: 'v=spf1' })
      throw new Error('after the change')
    })
    await expect(failing).rejects.toThrow('after the change')
    expect(await rows()).toEqual(before)
  })

  it('is not ended by the upkeep of the queue, which runs on the connection of PGlite', async () => {
    await hold.undone(async () => {
      await world.db.update(generatedSpf).set({ record: 'v=spf1' })
      const upkeep = world.store.jobs.db?.executeSql('BEGIN; select 1; COMMIT')
      if (kind === 'pglite') await expect(upkeep).rejects.toThrow('a transaction of its own')
      else expect(upkeep).toBeUndefined()
      expect(new Set((await rows()).map(({ record }) => record))).toEqual(new Set(['v=spf1']))
    })
    expect(await rows()).toEqual(before)
  })

  it('says that a statement has failed outside a transaction, which ends it', async () => {
    const failing = hold.undone(async () => {
      await expect(world.db.execute(sql`select 1 / 0`)).rejects.toThrow()
      await rows()
    })
    await expect(failing).rejects.toThrow(
      kind === 'pglite' ? 'Failed query' : 'a statement outside a transaction failed',
    )
    expect(await rows()).toEqual(before)
  })

  // Every test store on PostgreSQL refuses the outer handle at once: outer-handle.test.ts.
  it.runIf(kind === 'pglite')('answers the outer handle only after the transaction', async () => {
    const order: string[] = []
    await hold.undone(async () => {
      const outside = await world.transaction(async tx => {
        const answer = rows().then(() => order.push('outside'))
        await tx.select().from(generatedSpf)
        order.push('inside')
        return { answer }
      })
      await outside.answer
    })
    expect(order).toEqual(['inside', 'outside'])
  })
})
