import { describe, expect, it } from 'vitest'
import { missingAdvice } from './missing-words.ts'
import { providerAmong } from './service-hints.ts'

describe('the advice about a missing record', () => {
  it('gives no example with mx where the MX leads to a service that only receives', () => {
    const receiver = providerAmong(['inbound-smtp.eu-west-1.amazonaws.com'])
    expect(receiver).toBe('Amazon SES')
    expect(missingAdvice({ domain: 'example.com', receivesMail: true, receiver: receiver ?? '' })).toBe(
      'Publish as TXT at example.com a record that begins with v=spf1, names the servers that send for it, and ends with ~all. The MX leads to Amazon SES, so mx may name no server that sends. If it sends no mail: v=spf1 -all',
    )
  })

  it('gives an example with mx where the MX is at no known provider', () => {
    expect(providerAmong(['mx.example.com'])).toBeNull()
    expect(missingAdvice({ domain: 'example.com', receivesMail: true })).toContain('for example: v=spf1 mx ~all')
  })
})
