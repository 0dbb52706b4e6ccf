import { dataText, labels, normalName, type Zone, type ZoneEntry } from '@waxseal/core/dns'
import { rfc7208 } from '@waxseal/core/fixtures/rfc7208'
import { checkHost } from '@waxseal/core/spf'
import { type OpenedDns, openDns } from '@waxseal/scanner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lab, type LabZone, nameserver, startLab } from './lab.ts'

/**
 * The DNS of a scenario as zones of the lab. A silent name is delegated to a server that never replies. Two kinds are
 * impossible: a name that is silent beside its TXT records, and `example.com`, which has names below it. No case
 * queries their silent types.
 */
function labZones(zone: Zone): LabZone[] {
  const lines = new Map<string, string[]>()
  const silent: LabZone[] = []
  for (const [written, entry] of Object.entries(zone)) {
    const name = fullName(written)
    const apex = labels(name.slice(0, -1)).slice(-2).join('.')
    const here = lines.get(apex) ?? []
    lines.set(apex, here)
    if (entry.fail !== undefined && entry.TXT === undefined && name !== `${apex}.`) {
      silent.push({ name: name.slice(0, -1), nameservers: [nameserver.silent] })
    } else here.push(...dataLines(entry).map(data => `${name} ${data}`))
  }
  return [...Array.from(lines, ([name, records]) => ({ name, records: records.join('\n') })), ...silent]
}

function dataLines({ A = [], AAAA = [], CNAME = [], PTR = [], MX = [], TXT = [] }: ZoneEntry): string[] {
  return [
    ...A.map(address => `A ${address}`),
    ...AAAA.map(address => `AAAA ${address}`),
    ...CNAME.map(target => `CNAME ${fullName(target)}`),
    ...PTR.map(target => `PTR ${fullName(target)}`),
    ...MX.map(([preference, exchange]) => `MX ${preference} ${fullName(exchange)}`),
    ...TXT.map(text => {
      // A TXT record without a string violates RFC 1035 section 3.3.14, and NSD refuses it: an empty string replaces
      // it.
      const strings = typeof text === 'string' ? [text] : text.length === 0 ? [''] : text
      return `TXT ${dataText({ type: 'TXT', name: '.', ttl: 0, strings })}`
    }),
  ]
}

/** A name in zone-file form, whatever its bytes are. */
function fullName(written: string): string {
  const name = normalName(written)
  if (name === null) throw new Error(`not a domain name: ${written}`)
  return name === '.' ? name : `${name}.`
}

describe.each(rfc7208)('the RFC 7208 test suite from NSD through Unbound: $scenario', ({ zone, cases }) => {
  let lab: Lab
  let dns: OpenedDns
  beforeAll(async () => {
    lab = await startLab(labZones(zone))
    dns = openDns({ servers: [lab.resolver], direct: false, timeoutMs: 1500 })
  })
  afterAll(async () => {
    await dns?.close()
    await lab?.stop()
  })

  it.each(cases)('$name (RFC 7208 section $clause)', async ({ ip, sender, helo, results, explanation }) => {
    const { resolver } = dns.session()
    const outcome = await checkHost(resolver, { ip, sender, helo, defaultExplanation: 'DEFAULT' })
    expect(results, outcome.problem ?? '').toContain(outcome.result)
    if (explanation !== undefined) expect(outcome.explanation).toBe(explanation)
  })
})
