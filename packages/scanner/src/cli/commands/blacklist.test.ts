import { zonesOf } from '@waxseal/core/dns'
import { blocklistZone } from '@waxseal/core/fixtures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoopbackServer } from '../../dns/testing/loopback-server.ts'
import { waxseal, waxsealWith } from '../../testing/terminal.ts'
import { zoneServer } from '../../testing/zone-server.ts'
import { perfect, weak } from '../../testing/zones.ts'

let server: LoopbackServer
let bare: LoopbackServer
beforeAll(async () => {
  const listings = [
    { list: 'spamcop', subject: '8.26.56.10', answers: ['127.0.0.2'] },
    { list: 'spamhaus-dbl', subject: 'perfect.example', answers: ['127.0.1.4'] },
  ]
  server = await zoneServer(zonesOf(perfect, blocklistZone(listings)))
  bare = await zoneServer(weak)
})
afterAll(async () => {
  await server.close()
  await bare.close()
})

interface Checked {
  success: boolean
  listed_count: number
  total_checked: number
  blacklists: { name: string; status: string; reason: string | null }[]
}

async function check(...args: string[]): Promise<Checked> {
  const { out } = await waxseal('blacklist', 'check', ...args, '--json', '--resolver', server.name)
  return JSON.parse(out) as Checked
}

describe('blacklist lists', () => {
  it('names 34 lists, ten of them Starter’s', async () => {
    const { code, out } = await waxseal('blacklist', 'lists', '--json')
    const { lists } = JSON.parse(out) as { lists: { name: string; zone: string; kind: string; starter: boolean }[] }
    expect(code).toBe(0)
    expect(lists).toHaveLength(34)
    expect(lists.filter(({ starter }) => starter)).toHaveLength(10)
    expect(lists[0]).toMatchObject({ name: 'Spamhaus ZEN', zone: 'zen.spamhaus.org', kind: 'ip', starter: true })
    expect(new Set(lists.map(({ kind }) => kind))).toEqual(new Set(['ip', 'domain']))
    expect((await waxseal('blacklist', 'lists')).out.split('\n')).toHaveLength(35)
  })
})

describe('blacklist check', () => {
  it('of an address asks the address lists', async () => {
    const result = await check('8.26.56.10')
    expect(result).toMatchObject({ success: true, listed_count: 1, total_checked: 27 })
    expect(result.blacklists.filter(({ status }) => status === 'listed').map(({ name }) => name)).toEqual([
      'SpamCop SCBL',
    ])
    expect(result.blacklists.find(({ name }) => name === 'Spamhaus DBL')).toMatchObject({
      status: 'error',
      reason: 'Not applicable: it lists only domain names.',
    })
  })

  it('of an address asks the address lists among the ten of Starter', async () => {
    expect(await check('--ip', '8.26.56.11', '--tier', 'free')).toMatchObject({ listed_count: 0, total_checked: 7 })
  })

  it('of a domain asks about its mail servers and its name', async () => {
    const result = await check('perfect.example')
    expect(result).toMatchObject({ success: true, listed_count: 2, total_checked: 34 })
    const text = (await waxseal('blacklist', 'check', 'perfect.example', '--resolver', server.name)).out
    expect(text).toContain('2 of 34 lists')
    expect(text).toContain('looked up 8.26.56.10 of mx1.perfect.example')
    expect(text).toMatch(/^listed {2}Spamhaus DBL +perfect\.example PHISH; https:\/\/check\.spamhaus\.org\/$/m)
  })

  it('works as a request of a batch', async () => {
    const request = { id: 1, cmd: 'blacklist.check', args: { ip: '8.26.56.10', tier: 'free', resolver: server.name } }
    const { out } = await waxsealWith(`${JSON.stringify(request)}\n`, 'batch')
    expect(JSON.parse(out)).toMatchObject({ id: 1, ok: true, result: { listed_count: 1, total_checked: 7 } })
  })

  it('says that no list gave a verdict, with exit code 1', async () => {
    const { code, out } = await waxseal('blacklist', 'check', '8.26.56.10', '--json', '--resolver', bare.name)
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ success: false, listed_count: 0, total_checked: 27 })
  })

  it.each([
    [['check'], 2],
    [['check', 'example.com', '--ip', '8.26.56.10'], 2],
    [['check', '--ip', 'example.com'], 2],
    [['check', 'not a domain'], 2],
    [['check', '8.26.56.10', '--tier', 'gold'], 2],
  ])('refuses %j', async (args, code) => {
    const ran = await waxseal('blacklist', ...args, '--resolver', server.name)
    expect(ran.code).toBe(code)
    expect(ran.err).toMatch(/^waxseal: \S/)
  })
})
