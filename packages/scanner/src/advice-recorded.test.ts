import { expect, it } from 'vitest'
import { adviceOutcome } from './testing/advice-outcome.ts'
import { allRecordedZones } from './testing/recorded-zones.ts'

const recorded = allRecordedZones()

it.skipIf(recorded.length === 0)(
  'an advice of any recorded zone, once it is followed, neither lowers a policy nor widens SPF',
  async () => {
    for (const zone of recorded) expect(await adviceOutcome(zone), zone.domain).toEqual([])
  },
  300_000,
)
