import type { Resolver } from '@waxseal/core/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LoopbackServer, loopbackServer, response } from '../dns/testing/loopback-server.ts'
import { type OpenedDns, openDns } from '../scan-dns.ts'
import { zoneServer } from '../testing/zone-server.ts'
import { checkWebhookUrl, createHttpsPost, webhookKinds } from './index.ts'
import { testAuthority } from './testing/certificates.ts'
import { hostileUrls, hostileZone } from './testing/hostile-webhooks.ts'
import { type CountingServer, countingServer } from './testing/https-world.ts'

const authority = testAuthority()

let dns: OpenedDns
let nameServer: LoopbackServer
let receiver: CountingServer

beforeAll(async () => {
  nameServer = await zoneServer(hostileZone)
  dns = openDns({ servers: [nameServer.name], direct: false })
  receiver = await countingServer(authority.issue(['public.example', 'rebinding.example']))
})
afterAll(async () => {
  await Promise.all([dns.close(), nameServer.close(), receiver.close()])
})

/**
 * Posts with the real rules: only public addresses, asked at a real name server. Every connection that the rules permit,
 * to whatever address, arrives at the receiver, which counts it.
 */
function postTo(url: string, resolver: Resolver = dns.session().resolver, dialed: string[] = []) {
  const dial = (address: string) => {
    dialed.push(address)
    return { address: '127.0.0.1', port: receiver.port }
  }
  const post = createHttpsPost({ resolver, ca: authority.ca, dial })
  return post(url, { body: '{}', timeoutMs: 5000 })
}

describe('a hostile webhook', () => {
  it.each(hostileUrls)('%s: is refused, and nothing is sent', async (_, url) => {
    const before = receiver.connections
    for (const kind of webhookKinds) {
      expect(await checkWebhookUrl(kind, url, { resolver: dns.session().resolver })).toMatchObject({ ok: false })
    }
    expect(await postTo(url)).toMatchObject({ failure: { text: expect.any(String) as string } })
    expect(receiver.connections).toBe(before)
  })

  it('is told from a good one: this one is accepted, and the message arrives', async () => {
    const url = 'https://public.example/hook?key=1'
    const before = receiver.connections
    expect(await checkWebhookUrl('generic', url, { resolver: dns.session().resolver })).toEqual({ ok: true })
    expect(receiver.connections).toBe(before)
    expect(await postTo(url)).toEqual({ status: 200, retryAfterSeconds: null, text: 'ok' })
    expect(receiver.connections).toBe(before + 1)
  })
})

describe('a name that changes its address', () => {
  it('after the check is refused when a message is sent', async () => {
    const answers = ['8.8.8.8', '10.0.0.1']
    const rebinding = await loopbackServer(question => {
      const data = question.type === 'A' ? (answers[0] ?? '10.0.0.1') : '2606:4700:4700::1111'
      if (question.type === 'A') answers.shift()
      const { name } = question
      question.send(response(question, { answers: [{ type: question.type as 'A', name, ttl: 0, data }] }))
    })
    const asked = openDns({ servers: [rebinding.name], direct: false })
    const url = 'https://rebinding.example/hook'
    const before = receiver.connections
    expect(await checkWebhookUrl('generic', url, { resolver: asked.session().resolver })).toEqual({ ok: true })
    expect(await postTo(url, asked.session().resolver)).toMatchObject({ failure: { kind: 'not-public' } })
    expect(receiver.connections).toBe(before)
    await Promise.all([asked.close(), rebinding.close()])
  })

  it('between check and connection gains nothing: the checked address is the one connected to', async () => {
    const answers = ['8.8.8.8', '10.0.0.1', '10.0.0.1']
    const rebinding = await loopbackServer(question => {
      const { name } = question
      const record = { type: 'A' as const, name, ttl: 0, data: answers[0] ?? '10.0.0.1' }
      if (question.type === 'A') answers.shift()
      question.send(response(question, { answers: question.type === 'A' ? [record] : [] }))
    })
    const asked = openDns({ servers: [rebinding.name], direct: false })
    const dialed: string[] = []
    const reply = await postTo('https://rebinding.example/hook', asked.session().resolver, dialed)
    expect(reply).toMatchObject({ status: 200 })
    expect(dialed).toEqual(['8.8.8.8'])
    expect(rebinding.arrived.filter(({ type }) => type === 'A')).toHaveLength(1)
    await Promise.all([asked.close(), rebinding.close()])
  })
})
