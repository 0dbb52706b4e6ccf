import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Zone, zonesOf } from '@waxseal/core/dns'
import { dkim2048 } from '@waxseal/core/fixtures'
import type { Snapshot } from '@waxseal/core/watch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waxseal, waxsealWith } from '../testing/terminal.ts'
import { zoneServer } from '../testing/zone-server.ts'
import { perfect, silent } from '../testing/zones.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waxseal-watching-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function snapshotOf(zone: Zone, ...args: string[]): Promise<Snapshot> {
  const server = await zoneServer(zone)
  const { code, out } = await waxseal('snapshot', 'perfect.example', ...args, '--json', '--resolver', server.name)
  await server.close()
  expect(code).toBe(0)
  return JSON.parse(out) as Snapshot
}

async function fileOf(name: string, content: unknown): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const changed: Zone = zonesOf(perfect, {
  'perfect.example': {
    A: ['8.26.56.1'],
    MX: [[10, 'mx1.perfect.example']],
    TXT: ['v=spf1 mx include:_spf.perfect.example ~all'],
    NS: ['ns1.perfect.example'],
  },
  '_dmarc.perfect.example': { TXT: ['v=DMARC1; p=none; rua=mailto:reports@perfect.example'] },
  'google._domainkey.perfect.example': { TXT: [dkim2048] },
})

describe('snapshot', () => {
  it('has every watched record of a domain', async () => {
    const { domain, takenAt, version, parts } = await snapshotOf(perfect, '--selectors', 's1')
    expect({ domain, takenAt, version }).toEqual({
      domain: 'perfect.example',
      takenAt: '2026-11-20T10:00:00.000Z',
      version: 1,
    })
    const values = Object.fromEntries(parts.map(part => [part.key, part.values]))
    expect(values).toEqual({
      name: ['in DNS'],
      dnssec: [],
      mx: ['10 mx1.perfect.example', '20 mx2.perfect.example'],
      'mx-address mx1.perfect.example': ['2600::10', '8.26.56.10'],
      'mx-address mx2.perfect.example': ['8.26.56.11'],
      spf: ['v=spf1 mx include:_spf.perfect.example -all'],
      dmarc: ['v=DMARC1; p=reject; rua=mailto:reports@perfect.example'],
      'dkim google': [],
      'dkim k1': [],
      'dkim default': [],
      'dkim selector1': [],
      'dkim selector2': [],
      'dkim s1': [dkim2048.replaceAll('; ', ';').replaceAll(';', '; ')],
      a: ['8.26.56.1'],
      aaaa: [],
      www: [],
      ns: ['ns1.perfect.example'],
      'mta-sts': [],
    })
    expect(parts.every(({ state }) => state === 'known')).toBe(true)
  })

  it('is a table for people', async () => {
    const server = await zoneServer(perfect)
    const { out } = await waxseal('snapshot', 'perfect.example', '--resolver', server.name)
    await server.close()
    expect(out).toContain(
      [
        'perfect.example, 2026-11-20T10:00:00.000Z',
        'name                            in DNS',
        'dnssec                          -',
        'mx                              10 mx1.perfect.example',
        '                                20 mx2.perfect.example',
        'mx-address mx1.perfect.example  2600::10',
      ].join('\n'),
    )
  })

  it('exits 1 when nothing could be asked, and says why', async () => {
    const names = ['silent.example', '_dmarc.silent.example', '_mta-sts.silent.example', 'www.silent.example']
    const selectors = ['google', 'k1', 'default', 'selector1', 'selector2'].map(
      selector => `${selector}._domainkey.silent.example`,
    )
    const server = await zoneServer(
      zonesOf(silent, Object.fromEntries([...names, ...selectors].map(name => [name, { fail: 'refused' as const }]))),
    )
    const { code, out } = await waxseal('snapshot', 'silent.example', '--resolver', server.name)
    await server.close()
    expect(code).toBe(1)
    expect(out).toContain('dmarc           could not be checked (refused)')
  })

  it('refuses what is no domain and no selector', async () => {
    expect((await waxseal('snapshot', 'co.uk')).code).toBe(2)
    const { code, err } = await waxseal('snapshot', 'perfect.example', '--selectors', 'a b')
    expect({ code, err }).toEqual({ code: 2, err: 'waxseal: "a b" is not a DKIM selector\n' })
  })
})

describe('dns changes', () => {
  it('tells what changed between two snapshots', async () => {
    const before = await fileOf('before.json', await snapshotOf(perfect))
    const after = await fileOf('after.json', await snapshotOf(changed))
    const server = await zoneServer(changed)
    const text = await waxseal('dns', 'changes', before, after, '--resolver', server.name)
    expect(text).toEqual({
      code: 0,
      out: [
        'warning   Mail server removed: mx2.perfect.example (priority 20)',
        'warning   SPF ending softened from -all to ~all',
        'critical  DMARC policy weakened from reject to none',
        'info      DKIM key added at selector google (2048-bit RSA)',
        '',
      ].join('\n'),
      err: '',
    })
    const { out } = await waxseal('dns', 'changes', before, after, '--json', '--resolver', server.name)
    await server.close()
    expect((JSON.parse(out) as { changes: object[] }).changes[2]).toEqual({
      change_type: 'dmarc_modified',
      severity: 'critical',
      change_description: 'DMARC policy weakened from reject to none',
      old_value: 'v=DMARC1; p=reject; rua=mailto:reports@perfect.example',
      new_value: 'v=DMARC1; p=none; rua=mailto:reports@perfect.example',
    })
    expect((await waxseal('dns', 'changes', before, before)).out).toBe('No changes\n')
  })

  it('takes the snapshots themselves in batch, in any order of time', async () => {
    const server = await zoneServer(perfect)
    const args = { before: await snapshotOf(changed), after: await snapshotOf(perfect), resolver: server.name }
    const { out } = await waxsealWith(JSON.stringify({ id: 1, cmd: 'dns.changes', args }), 'batch')
    await server.close()
    const { result } = JSON.parse(out) as { result: { changes: { change_description: string }[] } }
    expect(result.changes.map(({ change_description }) => change_description)).toEqual([
      'Mail server added: mx2.perfect.example (priority 20)',
      'SPF ending tightened from ~all to -all',
      'DMARC policy strengthened from none to reject',
      'DKIM key removed at selector google',
    ])
  })

  it('reads what a changed record leads to, as monitoring does', async () => {
    const before = await snapshotOf(perfect)
    const spfOf = (text: string): Snapshot => ({
      ...before,
      parts: before.parts.map(part => (part.kind === 'spf' ? { ...part, values: [text] } : part)),
    })
    const many = Array.from({ length: 11 }, (_, at) => `include:n${at}.example`)
    const server = await zoneServer({
      ...perfect,
      'eleven.example': { TXT: [`v=spf1 ${many.join(' ')} -all`] },
      ...Object.fromEntries(many.map(term => [term.slice('include:'.length), { TXT: ['v=spf1 -all'] }])),
      'open.example': { TXT: ['v=spf1 +all'] },
    })
    const terms = ['eleven.example', 'nothing.example', 'perfect.example', 'open.example']
    const requests = terms.map((name, id) =>
      JSON.stringify({
        id,
        cmd: 'dns.changes',
        args: { before, after: spfOf(`v=spf1 mx include:${name} -all`), resolver: server.name },
      }),
    )
    const { out } = await waxsealWith(requests.join('\n'), 'batch')
    await server.close()
    const said = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { id: number; result: { changes: Record<string, string>[] } })
      .toSorted((one, other) => one.id - other.id)
      .flatMap(({ result }) => result.changes.map(change => `${change['severity']}: ${change['change_description']}`))
    expect(said).toEqual([
      'critical: SPF now ends in permerror: 13 DNS lookups, but only 10 are allowed',
      'critical: SPF now ends in permerror: include:nothing.example (no SPF record)',
      'critical: SPF now ends in permerror: include:perfect.example (loop to perfect.example)',
      'critical: SPF now allows every server to send: include:open.example → +all',
    ])
  })

  it('tells of a lost address, whenever the two snapshots were taken', async () => {
    const two = { 'mx1.perfect.example': { A: ['8.26.56.10', '8.26.56.12'] } }
    const before = await snapshotOf(
      zonesOf(perfect, two, { 'perfect.example': { ...perfect['perfect.example'], A: ['8.26.56.1', '8.26.56.2'] } }),
    )
    const one = { 'mx1.perfect.example': { A: ['8.26.56.10'] } }
    const lost = await snapshotOf(zonesOf(perfect, one))
    for (const takenAt of ['2026-11-20T09:00:00.000Z', before.takenAt, '2026-11-21T10:00:00.000Z']) {
      const args = { before, after: { ...lost, takenAt } }
      const { out } = await waxsealWith(JSON.stringify({ id: 1, cmd: 'dns.changes', args }), 'batch')
      const { result } = JSON.parse(out) as { result: { changes: { change_description: string }[] } }
      expect(result.changes.map(({ change_description }) => change_description)).toEqual([
        'Address of mail server mx1.perfect.example removed: 8.26.56.12',
        'A record removed: 8.26.56.2',
      ])
    }
  })

  it('answers a hostile or broken snapshot with an error', async () => {
    const good = await snapshotOf(perfect)
    const part = good.parts[0]
    const bad: readonly unknown[] = [
      {},
      { ...good, version: 2 },
      { ...good, takenAt: 'yesterday' },
      { ...good, domain: 5 },
      { ...good, parts: 'none' },
      { ...good, parts: [null] },
      { ...good, parts: [part, part] },
      { ...good, parts: [{ ...part, values: [1] }] },
      { ...good, parts: [{ ...part, key: '__proto__' }] },
      { ...good, parts: Array.from({ length: 5_000 }, () => part) },
    ]
    const requests = bad.map((before, id) => JSON.stringify({ id, cmd: 'dns.changes', args: { before, after: good } }))
    const { out } = await waxsealWith(requests.join('\n'), 'batch')
    const replies = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { ok: boolean; error: { code: string } })
    expect(replies).toHaveLength(bad.length)
    for (const { ok, error } of replies) expect({ ok, code: error.code }).toEqual({ ok: false, code: 'parse' })
  })

  it('refuses arguments that are no snapshots of one domain', async () => {
    const good = await snapshotOf(perfect)
    const other = { ...good, domain: 'other.example' }
    const requests = [
      { before: good },
      { before: good, after: [] },
      { before: 'file.json', after: good },
      { before: good, after: other },
    ]
    const lines = requests.map((args, id) => JSON.stringify({ id, cmd: 'dns.changes', args }))
    const { out } = await waxsealWith(lines.join('\n'), 'batch')
    const codes = out
      .trimEnd()
      .split('\n')
      .map(line => (JSON.parse(line) as { error: { code: string } }).error.code)
    expect(codes).toEqual(['usage', 'usage', 'usage', 'usage'])
    const file = await fileOf('good.json', good)
    const broken = await fileOf('broken.json', '{"version":')
    expect(await waxseal('dns', 'changes', file, join(folder, 'none.json'))).toMatchObject({
      code: 2,
      err: `waxseal: "${join(folder, 'none.json')}" cannot be read: ENOENT\n`,
    })
    expect(await waxseal('dns', 'changes', broken, file)).toMatchObject({
      code: 2,
      err: `waxseal: "${broken}" is not valid JSON\n`,
    })
  })

  it('reads an earlier shape: a part without details, and a kind that is no longer known', async () => {
    const good = await snapshotOf(perfect)
    const parts = good.parts.map(({ key, kind, name, state, values }) => ({ key, kind, name, state, values }))
    const before = { ...good, parts: [...parts, { key: 'srv', kind: 'srv', name: 'x', state: 'known', values: [] }] }
    const { out } = await waxsealWith(
      JSON.stringify({ id: 1, cmd: 'dns.changes', args: { before, after: good } }),
      'batch',
    )
    expect(JSON.parse(out)).toEqual({ id: 1, ok: true, result: { changes: [] } })
  })
})
