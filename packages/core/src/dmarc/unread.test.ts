import { expect, it } from 'vitest'
import { adviceOf, at } from './testing/advice-of.ts'

const use = 'Use a report address at a domain that receives mail, because example.com receives none.'
const own = 'rua=mailto:dmarc@example.com'

it.each([
  [`v=DMARC1; p=none; ${own}`, 'v=DMARC1; p=reject'],
  [`v=DMARC1; p=quarantine; ${own}; ruf=mailto:f@example.com; fo=1`, 'v=DMARC1; p=reject'],
  [`v=DMARC1 p=none ${own}`, 'v=DMARC1; p=reject'],
  [`v=DMARC1; p=none; ${own},mailto:d@news.example.com`, 'v=DMARC1; p=reject; rua=mailto:d@news.example.com'],
])('a domain that takes no mail gets no advice with a report address at itself: %s', async (text, record) => {
  const [finding] = await adviceOf(at(text), { nonMail: true, receivesMail: false })
  expect(finding?.advice).toBe(
    `${use} Publish as TXT at _dmarc.example.com: ${record}`.replace(
      'com: v',
      finding?.id === 'nonmail_dmarc_missing' ? 'com instead: v' : 'com: v',
    ),
  )
})

it('one that only sends gets none either, when its record is broken', async () => {
  const [finding] = await adviceOf(at(`v=DMARC1 p=reject; ${own}`), { receivesMail: false })
  expect(finding?.advice).toBe(`${use} Publish as TXT at _dmarc.example.com instead: v=DMARC1; p=reject`)
})
