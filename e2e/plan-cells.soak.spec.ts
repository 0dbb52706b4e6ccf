/** Every cell of the plan table, as the screens show it to a person on the plans that `plan-cells.spec.ts` leaves out. */
import { test } from './fixtures.ts'
import { cards, walkAsSubscriber } from './plan-walk.ts'

for (const tier of ['free', 'business'] as const) {
  test(`the screens show a person on ${cards[tier].label} every row of the plan table`, async ({ open, world }) => {
    test.setTimeout(150_000)
    await walkAsSubscriber(await open(null), world, tier)
  })
}
