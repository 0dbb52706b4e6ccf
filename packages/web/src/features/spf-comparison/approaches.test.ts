import { describe, expect, it } from 'vitest'
import { comparisons, scenarios } from './approaches.ts'

describe('the comparison of subdomains and flattening', () => {
  it('has the ten rows of the specification', () => {
    const rows = [
      'Cost',
      'Setup complexity',
      'Maintenance',
      'Brand identity',
      'Reputation isolation',
      'DNS lookup limit',
      'Scalability',
      'Industry practice',
      'Technical skills',
      'External dependency',
    ]
    for (const billing of [true, false]) expect(comparisons(billing).map(({ name }) => name)).toEqual(rows)
  })

  it('takes price and limits from the plans, and shows no price without billing', () => {
    const cells = comparisons(true).map(({ flattening }) => flattening)
    expect(cells).toContain('Included in the Pro plan ($49 a month) and above.')
    expect(cells).toContain('Configurations by plan: 3 on Pro, unlimited on Business.')
    expect(JSON.stringify(comparisons(false))).not.toMatch(/\$|Pro\b|Business/)
  })

  it('recommends the specified form to each of the four', () => {
    expect(scenarios.map(({ solution }) => solution)).toEqual([
      'Dedicated Subdomains',
      'SPF Flattening Service',
      'Dedicated Subdomains',
      'SPF Flattening Service',
    ])
  })
})
