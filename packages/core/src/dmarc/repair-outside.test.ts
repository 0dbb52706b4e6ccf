import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectsText } from './effects.ts'
import { repairDmarc, repairSeveral } from './repair.ts'

const other = 'rua=mailto:reports@attacker.example'
const own = 'rua=mailto:dmarc@example.com'

describe('an address in the text around a broken record', () => {
  it.each([
    `v=DMARC1 p=reject; please send reports to ${other}`,
    `v=DMARC1 p=reject; see our page about ${other}`,
    `Send reports to ${other} v=DMARC1 p=reject`,
    `Reports: ${other}; v=DMARC1 p=reject`,
    `v=DMARC1 p=reject; ${own}; questions to reports@attacker.example`,
    `v=DMARC1 p=reject; ${own} made by reports@attacker.example`,
    `v=DMARC1 p=reject; ${own}; or, for a copy, ${other}`,
  ])('is not taken into its repair: %s', text => {
    const { record } = repairDmarc(text)
    expect(record).toMatch(/^v=DMARC1; p=reject/)
    expect(record).not.toContain('attacker')
    if (text.includes(own)) expect(record).toContain(own)
  })

  it('is named as left out, so that its owner can add it', () => {
    const { effects, causes } = repairDmarc(`v=DMARC1 p=reject; please send reports to ${other}`)
    expect(causes).toContainEqual({ code: 'address_outside', tag: 'rua' })
    expect(effectsText(effects)).toBe(
      'Add rua yourself if you want reports at an address in the text around the record. It is left out here. ',
    )
    const several = repairSeveral([`v=DMARC1; p=none; ${own}`, `v=DMARC1 p=reject; please report to ${other}`])
    expect(several.record).toBe(`v=DMARC1; p=reject; ${own}`)
    expect(effectsText(several.effects)).toContain('Add rua yourself')
  })

  it.each([
    `v=DMARC1 p=reject ${own}`,
    `v=DMARC1; reject ${own}`,
    `v=DMARC1, p=reject, sp=reject, ${own}`,
    `p=reject; ${own}; v=DMARC1`,
    `v=DMARC1 ${own}; p=reject`,
    `v=DMARC1 p=reject rua=mailto:dmarc@example.com ruf=mailto:dmarc@example.com`,
  ])('is one of its own where only separators are wrong: %s', text => {
    expect(repairDmarc(text).record).toContain(own)
    expect(repairDmarc(text).effects).toEqual([])
  })

  it('is never taken from behind words, whatever they are', () => {
    const word = fc
      .stringMatching(/^[a-z]{3,12}$/)
      .filter(each => !/^(?:none|quarantine|reject|mailto|rua|ruf|dmarc.*)$/.test(each))
    const prose = fc.array(word, { minLength: 2, maxLength: 6 }).map(words => words.join(' '))
    fc.assert(
      fc.property(prose, fc.boolean(), (words, isBefore) => {
        const text = isBefore ? `${words} ${other} v=DMARC1 p=reject` : `v=DMARC1 p=reject; ${words} ${other}`
        expect(repairDmarc(text).record).toBe('v=DMARC1; p=reject')
      }),
    )
  })
})
