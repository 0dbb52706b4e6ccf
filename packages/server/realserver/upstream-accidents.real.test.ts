import { textOf } from '@waxseal/core/dns'
import { createDnsClient } from '@waxseal/scanner/dns'
import { missingPeers } from '@waxseal/scanner/realserver/peers/peer'
import { describe, expect, it } from 'vitest'
import { type HostedLab, startHostedLab } from './hosted-lab.ts'

const missing = missingPeers()
if (missing.length > 0) console.log(`accidents of an upstream: not run, ${missing.join(', ')} missing`)

const minuteMs = 60_000
const usual = 'v=spf1 ip4:167.89.0.0/17 ip4:208.117.48.0/20 ip4:50.31.32.0/19 ~all'
const grown = `${usual.slice(0, -' ~all'.length)} ip4:148.104.0.0/15 ~all`
/**
 * What the include is, and the minutes until the next check, which finds it. Empty: no such name. Null: no server has its
 * zone, so resolvers answer SERVFAIL. Checks that fail are repeated after 5, 10 and 30 minutes.
 */
const history: readonly (readonly [name: string, record: string | null, minutes: number])[] = [
  ['usual', usual, 5],
  ['+all', 'v=spf1 +all', 5],
  ['usual again', usual, 5],
  ['0.0.0.0/0', 'v=spf1 ip4:0.0.0.0/0 ~all', 5],
  ['usual again', usual, 5],
  ['two /1', 'v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 ~all', 5],
  ['usual again', usual, 5],
  ['NXDOMAIN', '', 5],
  ['SERVFAIL', null, 5],
  ['garbage', 'v=spf1 ip4:999.0.0.0/99 inclued:x ~all', 10],
  ['half', 'v=spf1 ip4:167.89.0.0/17 ~all', 30],
  ['usual again', usual, 5],
  ['a /15 more', grown, 5],
  ['a /15 more, still', grown, 5],
]
const customers = ['167.89.0.1', '208.117.48.1', '50.31.32.1']
const added = '148.105.255.254'
/** One in each half of the address space, and one that a typing error of the include could mean. */
const others = ['9.9.9.9', '198.51.100.7', '99.0.0.1']

/** The records of the include's zone. */
const zone = (record: string) => (record === '' ? '' : `spf 300 TXT "${record}"`)

async function passes({ evaluators }: HostedLab): Promise<string[]> {
  const addresses = [...customers, added, ...others]
  const passing: string[] = []
  for (const ip of addresses) {
    const query = { ip, sender: 'ada@kite.example', helo: 'mail.kite.example' }
    const { differences, results } = await evaluators.compare([query])
    expect(differences, ip).toEqual([])
    if (results['pass'] === 1) passing.push(ip)
  }
  return passing
}

/**
 * A resolver keeps an answer for its TTL. So what resolvers may answer in a second is what our name server has answered
 * then or within one TTL before: each answer is evaluated, by independent evaluators, when it is served.
 */
describe.skipIf(missing.length > 0)('an include that has accidents, behind a hosted record', () => {
  it('never makes another address pass in any second, never takes one away, and its owner decides nothing', {
    timeout: 300_000,
  }, async () => {
    const upstream = { name: 'mandrillapp.com', records: zone(usual) }
    const hosted = await startHostedLab('v=spf1 include:spf.mandrillapp.com -all', [upstream], '3919')
    const client = createDnsClient({ servers: [hosted.lab.resolver] })
    try {
      const began = hosted.now().getTime()
      const served: { second: number; ttl: number; record: string; passing: readonly string[] }[] = []
      const evaluated = new Map<string, readonly string[]>()
      const story: string[] = []
      for (const [name, record, minutes] of history) {
        if (record === null) await hosted.lab.withdraw('mandrillapp.com')
        else await hosted.lab.publish('mandrillapp.com', zone(record))
        await hosted.checkAfter(minutes * minuteMs)
        await hosted.isServed()
        const { hosted_name, withheld, problem } = await hosted.item()
        const answer = await client.query(hosted_name, 'TXT')
        if (answer.kind !== 'records') throw new Error(`${name}: ${answer.kind}`)
        const text = answer.records.map(textOf).join(' and ')
        const passing = evaluated.get(text) ?? (await passes(hosted))
        evaluated.set(text, passing)
        const second = (hosted.now().getTime() - began) / 1000
        served.push({ second, ttl: answer.records[0]?.ttl ?? Number.NaN, record: text, passing })
        const waits = withheld?.additions ? 'additions wait' : withheld ? 'a removal waits' : 'nothing waits'
        story.push(`${name}: ${passing.length} pass, ${waits}${problem === null ? '' : ', error'}`)
      }
      expect(story).toMatchInlineSnapshot(`
        [
          "usual: 3 pass, nothing waits",
          "+all: 3 pass, additions wait",
          "usual again: 3 pass, nothing waits",
          "0.0.0.0/0: 3 pass, additions wait",
          "usual again: 3 pass, nothing waits",
          "two /1: 3 pass, additions wait",
          "usual again: 3 pass, nothing waits",
          "NXDOMAIN: 3 pass, nothing waits, error",
          "SERVFAIL: 3 pass, nothing waits, error",
          "garbage: 3 pass, nothing waits, error",
          "half: 3 pass, a removal waits",
          "usual again: 3 pass, nothing waits",
          "a /15 more: 4 pass, nothing waits",
          "a /15 more, still: 4 pass, nothing waits",
        ]
      `)
      const end = (served.at(-1)?.second ?? 0) + 3600
      const vendorAdded = served.find((_, at) => history[at]?.[1] === grown)
      for (let second = served[0]?.second ?? 0; second <= end; second++) {
        const seen = served.filter(({ second: from, ttl }, at) => {
          const until = served[at + 1]?.second ?? Number.POSITIVE_INFINITY
          return from <= second && second < until + ttl
        })
        const always = customers.filter(ip => seen.every(({ passing }) => passing.includes(ip)))
        const ever = [...new Set(seen.flatMap(({ passing }) => passing))]
        if (always.length < customers.length) throw new Error(`second ${second}: a customer's address does not pass`)
        if (ever.some(ip => others.includes(ip))) throw new Error(`second ${second}: ${ever.join()} pass`)
        if (vendorAdded === undefined || second < vendorAdded.second + vendorAdded.ttl) continue
        if (seen.some(({ passing }) => !passing.includes(added))) throw new Error(`second ${second}: ${added} fails`)
      }
    } finally {
      client.close()
      await hosted.stop()
    }
  })
})
