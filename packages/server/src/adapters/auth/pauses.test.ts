import { it } from 'vitest'
import { openPauses } from './pauses.ts'

it('when the server stops, all that is held leaves at once', async () => {
  const pauses = openPauses()
  const held = [pauses.pauseToStep(performance.now(), 60_000), pauses.pauseApart(performance.now(), 60_000)]
  pauses.close()
  await Promise.all(held)
  await pauses.pauseToStep(performance.now(), 60_000)
})

it('at most 500 are held: one more leaves at once', async () => {
  const pauses = openPauses()
  const held = Array.from({ length: 500 }, () => pauses.pauseToStep(performance.now(), 60_000))
  await pauses.pauseToStep(performance.now(), 60_000)
  pauses.close()
  await Promise.all(held)
})
