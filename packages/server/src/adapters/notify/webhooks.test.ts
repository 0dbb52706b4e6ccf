import { zoneResolver } from '@waxseal/core/dns'
import { expect, it } from 'vitest'
import { webhookNotifier } from './webhooks.ts'

const resolver = zoneResolver({ 'receiver.example': { A: ['8.26.56.10', '10.7.7.7'] } })
const notifier = webhookNotifier({ env: { outboundAllowPrivate: [] }, lookups: () => ({ resolver }) })
const post = (url: string) => notifier.post('generic', url, { body: '{}', headers: {} })

it('a name with an address that is not public gets nothing, and may be correct the next time', async () => {
  await expect(post('https://receiver.example/hook')).rejects.toMatchObject({
    isFinal: false,
    message: 'receiver.example has an address that is not public',
  })
})

it('the reason of a refusal does not say which address our resolver has for the name', async () => {
  expect(await notifier.check('generic', 'https://receiver.example/hook', new AbortController().signal)).toEqual({
    ok: false,
    reason: 'receiver.example has an address that is not public.',
  })
})

it.each(['http://receiver.example/hook', 'https://receiver.example:8443/hook', 'https://a:b@receiver.example/'])(
  '%s will never get anything',
  async url => {
    await expect(post(url)).rejects.toMatchObject({ isFinal: true })
  },
)
