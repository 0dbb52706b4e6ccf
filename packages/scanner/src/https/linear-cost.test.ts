import { zoneResolver } from '@waxseal/core/dns'
import { expectLinearCost } from '@waxseal/core/testing'
import { it } from 'vitest'
import { readTypedUrl } from './url.ts'
import { checkWebhookUrl } from './webhook-url.ts'

it('the URL of a webhook costs in proportion to its length', () => {
  const options = { resolver: zoneResolver({}) }
  return expectLinearCost(text => [readTypedUrl(text), checkWebhookUrl('generic', text, options)], {
    max: 65_536,
    tokens: ['%2e', 'a.', '@', ':443', '/..'],
    heads: ['', 'https://', 'https://a.example/'],
  })
})
