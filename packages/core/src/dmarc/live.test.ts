import { describe, expect, it } from 'vitest'
import { liveState } from '../dns/index.ts'
import { dmarcKind } from './live.ts'

const wanted = 'v=DMARC1; p=reject; rua=mailto:dmarc@example.com'

describe('a DMARC record', () => {
  it.each([
    ['live', [wanted]],
    ['live', ['v=DMARC1;p=reject; RUA = mailto:dmarc@example.com ;']],
    ['different', ['v=DMARC1; p=none; rua=mailto:dmarc@example.com']],
    ['different', ['v=DMARC1; p=reject; rua=mailto:DMARC@example.com']],
    ['different', [`"${wanted}"`]],
    ['several', [wanted, wanted]],
    ['missing', ['v=spf1 -all']],
  ] as const)('is %s beside %j', (state, texts) => {
    expect(liveState(texts, wanted, dmarcKind).state).toBe(state)
  })
})
