import { describe, expect, it } from 'vitest'
import { missingAdvice } from './missing-words.ts'
import { providerAmong } from './service-hints.ts'

describe('the advice about a missing record', () => {
  it('gives no example with mx where the MX leads to a service that only receives', () => {
    const receiver = providerAmong(['inbound-smtp.eu-west-1.amazonaws.com'])
    expect(receiver).toBe('Amazon SES')
    expect(missingAdvice({ domain: 'example.com', receivesMail: true, receiver: receiver ?? '' })).toBe(
      'Publish a TXT record at example.com that begins with v=spf1, names the servers that send for it, and ends with ~all. Do not rely on mx, because the servers of Amazon SES may only receive. If example.com sends no mail, publish: v=spf1 -all',
    )
  })

  it('names mx where the MX is at no known provider', () => {
    expect(providerAmong(['mx.example.com'])).toBeNull()
    expect(missingAdvice({ domain: 'example.com', receivesMail: true })).toContain(
      'if only its mail servers send: v=spf1 mx ~all',
    )
  })
})
