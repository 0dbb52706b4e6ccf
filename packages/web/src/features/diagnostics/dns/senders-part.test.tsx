import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ScanReply } from '../../../lib/queries.ts'
import { nothingThere } from '../scan.fixture.ts'
import { SendersPart } from './senders-part.tsx'

afterEach(cleanup)

type Senders = NonNullable<NonNullable<ScanReply['results']['transport']>['senders']>

const checked = { does: 'checked', word: 'Delivers, checked', says: 'It holds.', source: 'RFC 8461 section 4' } as const
const unknown = { does: 'unknown', word: 'Unknown', says: 'Port 25 did not answer from here.', source: null } as const
const cells = { opportunistic: unknown, mta_sts: unknown, dane: unknown }

function textOf(senders: Senders | null): string {
  const transport = { senders, parts: [], certificates: [], certificates_unseen: [] }
  const scan = { ...nothingThere, results: { ...nothingThere.results, transport } }
  return render(<SendersPart scan={scan} />).container.textContent
}

it('the table of senders has the reason and source of each cell, and why something is unknown', () => {
  const row = { host: 'mx.example.com', ...cells, mta_sts: checked, addresses: [] }
  const text = textOf({ rows: [row], note: 'The operator can ask for port 25.' })
  for (const words of ['mx.example.com', 'Delivers, checked', 'It holds.', 'RFC 8461 section 4', 'Unknown']) {
    expect(text).toContain(words)
  }
  expect(text).toContain('The operator can ask for port 25.')
})

it('the addresses of a host are named where they differ', () => {
  const addresses = [
    { address: '192.0.2.1', ...cells, dane: checked },
    { address: '2001:db8::1', ...cells },
  ]
  const text = textOf({ rows: [{ host: 'mx.example.com', ...cells, addresses }], note: null })
  expect(text).toContain('192.0.2.1Delivers, checked')
  expect(text).toContain('2001:db8::1Unknown')
})

it('a scan of an earlier version has no table', () => {
  expect(textOf(null)).toBe('')
})
