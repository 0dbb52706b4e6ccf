import { describe, expect, it } from 'vitest'
import { rfc7208 } from '../../fixtures/rfc7208.data.ts'
import { zoneResolver } from '../dns/index.ts'
import { checkHost } from './check-host.ts'

describe('the RFC 7208 test suite', () => {
  it('has 203 cases', () => {
    expect(rfc7208.flatMap(({ cases }) => cases)).toHaveLength(203)
  })

  for (const { scenario, zone, cases } of rfc7208) {
    it.each(cases)(
      `${scenario}: $name (RFC 7208 section $clause)`,
      async ({ ip, sender, helo, results, explanation }) => {
        const outcome = await checkHost(zoneResolver(zone), { ip, sender, helo, defaultExplanation: 'DEFAULT' })
        expect(results).toContain(outcome.result)
        if (explanation !== undefined) expect(outcome.explanation).toBe(explanation)
      },
    )
  }
})
