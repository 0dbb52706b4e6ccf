import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ScanReply } from '../../../lib/queries.ts'
import { DkimKey } from './dkim-key.tsx'

afterEach(cleanup)

const ofKeys: ScanReply['results']['dns']['dkim_records'][number] = {
  selector: 's1',
  provider: null,
  hostname: 's1._domainkey.keys.example',
  full_record: 'v=DKIM1; p=A',
  state: 'working',
  key_type: 'rsa',
  key_bits: 2048,
  public_key: 'A',
  revoked: false,
  testing: false,
  source: 'catalogue',
  cnames: [],
  errors: [],
  warnings: [],
  repaired: null,
}

/** What is shown beside a name, for a key of this many characters. */
function shown(characters: number): (name: string) => string | null {
  const record = { ...ofKeys, public_key: 'A'.repeat(characters) }
  render(<DkimKey record={record} />)
  return name => screen.getByText(name).nextElementSibling?.textContent ?? null
}

it.each([
  [59, 'A'.repeat(59)],
  [60, 'A'.repeat(60)],
  [61, `${'A'.repeat(60)}...`],
  [736, `${'A'.repeat(60)}...`],
])('of a key of %i characters at most 60 are shown', (characters, text) => {
  expect(shown(characters)('Public key')).toBe(text)
})
