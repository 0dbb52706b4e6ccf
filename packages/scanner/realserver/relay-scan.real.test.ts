import type { ScanResult } from '@waxseal/core/health'
import { openDns, openRelayProbe, scan } from '@waxseal/scanner'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lab, startLab } from './lab.ts'
import { canRunPostfix, type MailNetwork, startMailNetwork } from './mail-network.ts'

const openRelay = '8.26.57.26'
const closedServer = '8.26.57.25'
const policies = '@ TXT "v=spf1 mx -all"\n_dmarc TXT "v=DMARC1; p=reject; rua=mailto:d@'

let lab: Lab
let network: MailNetwork
beforeAll(async () => {
  if (!canRunPostfix) return
  lab = await startLab([
    { name: 'relaying.example', records: `@ MX 10 mx\nmx A ${openRelay}\n${policies}relaying.example"` },
    { name: 'closed.example', records: `@ MX 10 mx\nmx A ${closedServer}\n${policies}closed.example"` },
    { name: 'parked.example', records: '@ MX 0 .\n@ TXT "v=spf1 -all"\n_dmarc TXT "v=DMARC1; p=reject"' },
  ])
  network = await startMailNetwork(
    {
      [openRelay]: { mynetworks: '0.0.0.0/0', smtpd_relay_restrictions: 'permit_mynetworks,reject_unauth_destination' },
      [closedServer]: { smtpd_relay_restrictions: 'permit_mynetworks,reject_unauth_destination' },
    },
    {},
  )
})
afterAll(async () => {
  await network?.stop()
  await lab?.stop()
})

describe.skipIf(!canRunPostfix)('a whole scan', () => {
  it('deducts 40 points for an open relay only after two tests, six hours apart', async () => {
    let shift = 0
    const now = () => new Date(Date.now() + shift)
    const relay = openRelayProbe({ now })
    const dns = openDns({ servers: [lab.resolver], direct: true, now })
    const look = async (name: string, previous: ScanResult | null = null) => {
      const result = await scan({ name, tier: 'business', dns, now, relay, previous })
      const found = result.findings.filter(({ check }) => check === 'relay').map(({ id }) => id)
      return { result, found }
    }
    const first = await look('relaying.example')
    const closed = await look('closed.example')
    expect([first.found, closed.found]).toEqual([['relay_suspected'], []])
    expect(first.result.score).toBe(closed.result.score)

    shift = 6 * 3_600_000
    const second = await look('relaying.example', first.result)
    expect(second.found).toEqual(['relay_open'])
    expect((first.result.score ?? 0) - (second.result.score ?? 0)).toBe(40)
    const [finding] = second.result.findings
    const session = `SMTP mx.relaying.example [${openRelay}]:25`
    expect(finding).toMatchObject({
      id: 'relay_open',
      // The time distinguishes the first test's session.
      evidence: [expect.stringMatching(/:25 of \d{4}-\d\d-\d\dT[\d:.]+Z$/), session],
    })
    const sessions = second.result.sections.relay.evidence.flatMap(piece => (piece.kind === 'smtp' ? [piece] : []))
    expect(finding?.evidence.map(id => sessions.find(piece => piece.id === id)?.lines.at(-1))).toEqual(
      Array(2).fill(expect.stringMatching(/^S: /)),
    )

    const parked = await look('parked.example')
    expect(parked.result.sections.relay).toMatchObject({ ran: true, value: { state: 'not-applicable' }, gaps: [] })
    relay.close()
    await dns.close()
  })
})
