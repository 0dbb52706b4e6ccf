import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { workspace } from '../../db/schema/index.ts'
import { worldOn } from '../../testing/neighbors.ts'
import { onTheStore } from '../../testing/store.ts'
import { forgetOldChanges } from './jobs.ts'

const day = 86_400_000

onTheStore('the retention of DNS changes', kind => {
  const aWorld = worldOn(kind)

  it('is a year on every plan, so a downgrade deletes nothing', async () => {
    const { store, db, id, now, touched } = await aWorld()
    await db
      .update(workspace)
      .set({ tier: 'free' })
      .where(eq(workspace.id, id('owner')))
    expect(await touched(() => forgetOldChanges({ store }, now))).toEqual([])
    expect(await touched(() => forgetOldChanges({ store }, new Date(now.getTime() + 330 * day)))).toEqual([
      '- dns_change neighbor/own change 1',
      '- dns_change neighbor/shared change 1',
      '- dns_change owner/own change 1',
      '- dns_change owner/shared change 1',
    ])
  })
})
