import { expect, it } from 'vitest'
import { octetsOfText } from '../dns/index.ts'
import { dmarcFaultText } from './faults.ts'
import { repairDmarc } from './repair.ts'

const causes = (record: string) => repairDmarc(octetsOfText(record)).causes.map(dmarcFaultText)

it('shows the invisible characters of a report address escaped, as the record itself does', () => {
  expect(causes('v=DMARC1; p=reject; rua=mailto:<b>\u202emoc.elpmaxe@hostile.example')).toContain(
    'mailto:<b>\\u{202e}moc.elpmaxe@hostile.example in rua is not a report address',
  )
})

it('and those of other words', () => {
  expect(causes('v=DMARC1; p=rej\u200bct; rua=mailto:d@example.com').join(' ')).toContain('rej\\u{200b}ct')
})

it('leaves words without them as they are', () => {
  expect(causes('\u200bv=DMARC1; p=reject; rua=d@example.com')).toContain('mailto: is missing before d@example.com')
})
