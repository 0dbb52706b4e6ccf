import { describe, expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { dmarcFaultText } from './faults.ts'
import { isDmarcLookalike } from './record.ts'
import { repairDmarc } from './repair.ts'

const rua = 'rua=mailto:d@example.com'
const reject = `v=DMARC1; p=reject; ${rua}`

function repaired(text: string) {
  const { record, causes } = repairDmarc(text)
  return { record, causes: causes.map(dmarcFaultText) }
}

describe('a second p', () => {
  it.each([
    [`v=DMARC1; p=reject; sp=reject; p=none; ${rua}`, `v=DMARC1; p=reject; sp=reject; ${rua}`],
    [`v=DMARC1; p=none; sp=reject; p=none; ${rua}`, `v=DMARC1; p=none; sp=reject; ${rua}`],
    [`v=DMARC1; p=reject; sp=quarantine; p=none; ${rua}`, `v=DMARC1; p=reject; sp=quarantine; ${rua}`],
  ])('is no np where it would weaken names that do not exist: %s', (text, record) => {
    expect(repairDmarc(text).record).toBe(record)
  })

  it('may be an np that lost its first letter', () => {
    const text = `v=DMARC1; p=quarantine; sp=none; p=reject; ${rua}`
    expect(repairDmarc(text).record).toBe(`v=DMARC1; p=reject; sp=none; np=reject; ${rua}`)
  })
})

describe('the version of another protocol before a policy of DMARC', () => {
  it.each([
    [`v=DKIM1; p=reject; ${rua}`, 'v=DKIM1 is written instead of v=DMARC1'],
    [`v=spf1; p=reject; ${rua}`, 'v=spf1 is written instead of v=DMARC1'],
    [`v=DKIM1; k=rsa; p=reject; ${rua}`, 'v=DKIM1 is written instead of v=DMARC1'],
  ])('is a mistake: %s', (text, cause) => {
    expect(isDmarcLookalike(text)).toBe(true)
    expect(repaired(text)).toEqual({ record: reject, causes: [cause] })
  })

  it.each(['v=DKIM1; k=rsa; p=MIGfMA0', 'v=spf1 include:p=reject -all', 'v=STSv1; p=reject', 'v=DKIM1; p='])(
    'is none in %s',
    text => {
      expect(isDmarcLookalike(text)).toBe(false)
      expect(repairDmarc(text).record).toBeNull()
    },
  )
})

describe('a no-break space', () => {
  const texts = [
    `v=DMARC1;\u{a0}p=reject; ${rua}`,
    `v=DMARC1; p=\u{a0}reject; ${rua}`,
    `v=DMARC1; p=reject;\u{a0}${rua}`,
    `v=DMARC1;\u{a0}p=reject;\u{a0}${rua}`,
  ]
  it.each([...texts, ...texts.map(octetsOfText)])('is named and replaced: %j', text => {
    expect(repaired(text)).toEqual({ record: reject, causes: ['it contains a no-break space'] })
  })
})
