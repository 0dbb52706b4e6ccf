import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { seeState } from '../../lib/see-state.fixture.ts'
import { aLine, anAnalysis } from './analysis.fixture.ts'
import { leave, opened, press } from './screen.fixture.tsx'

afterEach(leave)

const values = (): string[][] =>
  [...screen.getByRole('tabpanel').querySelectorAll('dl > div')].map(row =>
    [...row.children].map(({ textContent }) => textContent ?? ''),
  )

describe('Headers', () => {
  it('shows six fields', async () => {
    await opened()
    expect(values()).toEqual([
      ['From', '"Example News" <news@example.com>'],
      ['Return Path', 'bounces+4711@news.example.com'],
      ['To', 'Ada Lovelace <ada@mailbox.example>'],
      ['Subject', 'Your November summary'],
      ['Sending IP', '203.0.113.17'],
      ['Message ID', '<20261124091333.4711@news.example.com>'],
    ])
  })

  it('names the field of the receiver that reported the sending address', async () => {
    const { parsed_data } = anAnalysis()
    const at = aLine({ label: 'X-Forefront-Antispam-Report', line: 12, text: 'CIP:203.0.113.17;DIR:INB' })
    await opened({ analysis: anAnalysis({ parsed_data: { ...parsed_data, sending_ip_at: at } }) })
    expect(values()[4]).toEqual(['Sending IP', '203.0.113.17Reported by X-Forefront-Antispam-Report, line 12'])
  })

  it('names no field where the path shows the sending address', async () => {
    const { parsed_data } = anAnalysis()
    await opened({
      analysis: anAnalysis({ parsed_data: { ...parsed_data, sending_ip_at: aLine({ label: 'Received' }) } }),
    })
    expect(values()[4]).toEqual(['Sending IP', '203.0.113.17'])
  })

  it('shows every value of a field that the header repeats (RFC 5322 section 3.6)', async () => {
    const { parsed_data } = anAnalysis()
    const repeated = [
      {
        label: 'From',
        count: 2,
        values: [
          aLine({ label: 'From', line: 4, text: 'a@x.test' }),
          aLine({ label: 'From', line: 5, text: 'ceo@bank.example' }),
        ],
      },
      { label: 'Subject', count: 30, values: [aLine({ label: 'Subject', line: 7, text: 'hello' })] },
    ]
    await opened({ analysis: anAnalysis({ parsed_data: { ...parsed_data, repeated } }) })
    await seeState('headers-repeated')
    expect(values().slice(6)).toEqual([
      ['From, there twice', 'a@x.test Line 4ceo@bank.example Line 5'],
      ['Subject, there 30 times', 'hello Line 7'],
    ])
  })

  it('says which are not found', async () => {
    const { parsed_data } = anAnalysis()
    const missing = { from: null, return_path: '', to: null, subject: ' ', sending_ip: null, message_id: null }
    await opened({ analysis: anAnalysis({ parsed_data: { ...parsed_data, ...missing } }) })
    expect(values().map(([, value]) => value)).toEqual(Array(6).fill('Not found'))
  })

  it('cuts a long value until it is asked for', async () => {
    const { parsed_data } = anAnalysis()
    await opened({ analysis: anAnalysis({ parsed_data: { ...parsed_data, subject: 'x'.repeat(100_000) } }) })
    expect(values()[3]?.[1]).toBe(`${'x'.repeat(600)}… Show all 100,000 characters`)
    press('Show all 100,000 characters')
    expect(values()[3]?.[1]).toBe('x'.repeat(100_000))
  })
})
