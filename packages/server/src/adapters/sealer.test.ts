import { expect, it } from 'vitest'
import { sealerWith } from './sealer.ts'

const old = 'the first secret, of more than 32 bytes'
const fresh = 'the second secret, of more than 32 bytes'
const url = 'https://hooks.slack.com/services/T0/B0/x'

it('opens what it sealed, and shows nothing of it', () => {
  const sealed = sealerWith([old]).seal(url, 'workspace 1 slack')
  expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/)
  expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('slack')
  expect(sealerWith([old]).open(sealed, 'workspace 1 slack')).toBe(url)
})

it('seals the same text differently each time', () => {
  const sealer = sealerWith([old])
  expect(sealer.seal(url, 'a')).not.toBe(sealer.seal(url, 'a'))
})

it('does not open a text in the row of another workspace', () => {
  const sealer = sealerWith([old])
  expect(sealer.open(sealer.seal(url, 'workspace 1 slack'), 'workspace 2 slack')).toBeNull()
})

it('opens texts of two keys while they are rotated, and seals with the first', () => {
  const before = sealerWith([old]).seal(url, 'a')
  const rotating = sealerWith([fresh, old])
  expect(rotating.open(before, 'a')).toBe(url)
  expect(rotating.isCurrent(before)).toBe(false)
  const after = rotating.seal(url, 'a')
  expect(rotating.isCurrent(after)).toBe(true)
  expect(sealerWith([fresh]).open(after, 'a')).toBe(url)
  expect(sealerWith([fresh]).open(before, 'a')).toBeNull()
})

it.each(['', 'v1', 'v1...', 'v2.00000000.AAAA.AAAA', 'no sealed text', `v1.${'0'.repeat(8)}.AAAAAAAAAAAAAAAA.AAAA`])(
  'opens nothing in "%s"',
  text => expect(sealerWith([old]).open(text, 'a')).toBeNull(),
)

it('does not open a text of which one bit was changed', () => {
  const sealer = sealerWith([old])
  const [version, id, iv, body = ''] = sealer.seal(url, 'a').split('.')
  const bytes = Buffer.from(body, 'base64url')
  bytes[3] = (bytes[3] ?? 0) ^ 1
  expect(sealer.open([version, id, iv, bytes.toString('base64url')].join('.'), 'a')).toBeNull()
})
