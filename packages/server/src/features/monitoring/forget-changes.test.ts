import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { workspace } from '../../db/schema/index.ts'
import { readEnv } from '../../env.ts'
import { worldOn } from '../../testing/neighbors.ts'
import { onBothStores } from '../../testing/store.ts'
import { forgetOldChanges } from './jobs.ts'

const day = 86_400_000

onBothStores('the retention of DNS changes', kind => {
  const aWorld = worldOn(kind)

  it('is 30 days on Starter and a year on the other plans', async () => {
    const { store, db, id, now, touched } = await aWorld()
    const deps = { store, env: readEnv({}) }
    await db
      .update(workspace)
      .set({ tier: 'free' })
      .where(eq(workspace.id, id('owner')))
    expect(await touched(() => forgetOldChanges(deps, now))).toEqual([
      '- dns_change owner/own change 1',
      '- dns_change owner/shared change 1',
    ])
    expect(await touched(() => forgetOldChanges(deps, new Date(now.getTime() + 330 * day)))).toEqual([
      '- dns_change neighbor/own change 1',
      '- dns_change neighbor/shared change 1',
      '- dns_change owner/own change 2',
      '- dns_change owner/shared change 2',
    ])
  })

  it('is that of DEFAULT_TIER where there is no billing', async () => {
    const { store, now, touched } = await aWorld()
    const env = readEnv({ BILLING: 'off', DEFAULT_TIER: 'free' })
    expect(await touched(() => forgetOldChanges({ store, env }, now))).toHaveLength(4)
  })
})
