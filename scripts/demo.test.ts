import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoWorld } from '@waxseal/core/fixtures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followedActions } from '../e2e/followed-actions.data.ts'

/** The parts of a report that the tests read. */
interface Report {
  health_score: number | null
  results: { relay: { is_open_relay: boolean | null } | null }
  findings: { id: string; check: string; action: { kind: string } }[]
}

interface Visitor {
  call: <T>(method: string, path: string, body?: object) => Promise<T>
  /** By name. */
  ids: ReadonlyMap<string, string>
}

const folder = mkdtempSync(join(tmpdir(), 'waxseal-demo-test-'))
const zonesFile = join(folder, 'zones.txt')
let demo: ChildProcess
let output = ''
let url = ''
let password = ''
let starter: Visitor
let pro: Visitor
let business: Visitor

beforeAll(async () => {
  const port = await freePort()
  url = `http://localhost:${port}`
  const words = [join(import.meta.dirname, 'demo.ts'), '--port', String(port), '--zones', zonesFile, '--no-build']
  // Its data is in a place where this test can verify that nothing is left.
  demo = spawn(process.execPath, words, { env: { ...process.env, TMPDIR: folder }, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [demo.stdout, demo.stderr]) stream?.on('data', chunk => (output += String(chunk)))
  await saying('Ctrl-C ends it')
  password = /The password of all three is (\S+)/.exec(output)?.[1] ?? ''
  ;[starter, pro, business] = await Promise.all([signIn('starter'), signIn('pro'), signIn('business')])
}, 180_000)
afterAll(async () => {
  if (demo.exitCode === null) demo.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Resolves when the demo has printed these words this many times. */
function saying(words: string, times = 1): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (output.split(words).length > times) resolve()
    }
    demo.stdout?.on('data', look)
    demo.stderr?.on('data', look)
    demo.once('exit', code => reject(new Error(`the demo ended with ${code}:\n${output}`)))
    look()
  })
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function signIn(plan: string): Promise<Visitor> {
  const answer = await fetch(`${url}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: `${plan}@demo.example`, password }),
  })
  expect(answer.status).toBe(200)
  const cookies = answer.headers.getSetCookie().map(line => line.split(';')[0])
  const exchanged = await fetch(`${url}/api/identity/token`, { headers: { cookie: cookies.join('; ') } })
  const { token }: { token: string } = JSON.parse(await exchanged.text())
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const reply = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await reply.text()
    expect(reply.status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return JSON.parse(text)
  }
  const items = await call<{ id: string; domain_name: string }[]>('GET', '/domains')
  return { call, ids: new Map(items.map(item => [item.domain_name, item.id])) }
}

/** The account that watches a domain, and the domain's id. */
function watched(name: string): Visitor & { id: string } {
  for (const visitor of [starter, pro, business]) {
    const id = visitor.ids.get(name)
    if (id !== undefined) return { ...visitor, id }
  }
  throw new Error(`nobody watches ${name}`)
}

function reportOf(name: string): Promise<Report> {
  const { call, id } = watched(name)
  return call('GET', `/diagnostics/results/${id}`)
}

function historyOf(name: string): Promise<{ at: string; score: number | null; basis_changed: boolean }[]> {
  const { call, id } = watched(name)
  return call('GET', `/domains/${id}/history`)
}

/** Scans in the same way as the button. */
async function scanned(name: string): Promise<Report> {
  const { call, id } = watched(name)
  await call('POST', `/diagnostics/scan/${id}`, {})
  return reportOf(name)
}

function domainsOn(tier: string): string[] {
  return demoWorld.domains.flatMap(({ name, account }) => (account === tier ? [name] : [])).toSorted()
}

describe('the demo', () => {
  it('names the account whose history it simulates, with the length of a day', () => {
    expect(output).toContain('domains as they were 7 days ago …')
    expect(output).toContain('domains as they were 1 day ago …')
    expect(output).toContain(`Scanning ${demoWorld.domains.length} domains as they are …`)
  })

  it('has an account on each plan, each with its domains of the world', async () => {
    expect([...starter.ids.keys()].toSorted()).toEqual(domainsOn('free'))
    expect([...pro.ids.keys()].toSorted()).toEqual(domainsOn('pro'))
    expect([...business.ids.keys()].toSorted()).toEqual(domainsOn('business'))
    expect(await business.call('GET', '/auth/me')).toMatchObject({ tier: 'business', email: 'business@demo.example' })
  })

  it('has DNS changes in its past, with what they were before', async () => {
    const changes = await business.call<{ domain_name: string; change_type: string }[]>('GET', '/dns/changes')
    const shown = changes.map(({ domain_name: name, change_type: type }) => `${name} ${type}`)
    expect(shown).toEqual(expect.arrayContaining(['twospf.example spf_modified', 'keys.example dkim_modified']))
    expect(shown.length).toBeGreaterThanOrEqual(6)
  })

  it.each(demoWorld.domains)('reports for $name what its story describes', async ({ name, score, findings }) => {
    const report = await reportOf(name)
    const found = report.findings.filter(({ check }) => check !== 'transport' && check !== 'threat').map(({ id }) => id)
    expect({ score: report.health_score, findings: found.toSorted() }).toEqual({ score, findings })
  })

  it('has no finding whose action no browser test follows', async () => {
    const followed = new Set(Object.values(followedActions).flat())
    const reports = await Promise.all(demoWorld.domains.map(({ name }) => reportOf(name)))
    const found = reports.flatMap(({ findings }) => findings.map(({ id, action }) => `${id}:${action.kind}`))
    expect(found.filter(pair => !followed.has(pair))).toEqual([])
  })

  it.each([
    ['perfect.example', [65, 85, 100, 100, 100, 100, 100, 100]],
    ['nodmarc.example', [47, 47, 47, 57, 57, 63, 63, 63]],
    ['young.example', [53, 83, 83, 83, 83, 83, 83]],
    ['bogus.example', [100, 100, 100, 100, 100, 100, 60, 60]],
    ['silent.example', [null]],
  ])('has scanned %s over the months of its history', async (name, scores) => {
    const points = await historyOf(name)
    expect(points.map(({ score }) => score)).toEqual(scores)
    expect(points.some(point => point.basis_changed)).toBe(false)
  })

  it('has scanned on days of the last four months', async () => {
    const [last, ...points] = (await historyOf('perfect.example')).map(({ at }) => Date.parse(at)).reverse()
    const days = points.map(at => Math.round(((last ?? 0) - at) / 86_400_000))
    expect(days).toEqual([1, 7, 14, 30, 60, 90, 120])
  })

  it('has seen the open relay accept mail twice, a day apart', async () => {
    expect((await reportOf('listed.example')).results.relay?.is_open_relay).toBe(true)
    expect((await reportOf('relaying.example')).results.relay?.is_open_relay).toBeNull()
  })

  it('scans the zones of the file, also after a line is added or removed', async () => {
    const before = readFileSync(zonesFile, 'utf8')
    const line = '_dmarc.nodmarc.example 300 TXT "v=DMARC1; p=reject; rua=mailto:dmarc@nodmarc.example"\n'
    writeFileSync(zonesFile, before + line)
    await saying('The zones were read again.', 1)
    const better = await scanned('nodmarc.example')
    expect(better.findings.map(({ id }) => id)).not.toContain('dmarc_missing')
    expect(better.health_score).toBe(100)

    writeFileSync(zonesFile, `nodmarc.example 300 A none\n${before}`)
    await saying('zones.txt: line 1: none is no data of A. The zones stay as they were.')
    expect((await scanned('nodmarc.example')).health_score).toBe(100)

    writeFileSync(zonesFile, before)
    await saying('The zones were read again.', 2)
    expect((await scanned('nodmarc.example')).health_score).toBe(63)
  })

  it('drops a domain whose lines were all deleted', async () => {
    const before = readFileSync(zonesFile, 'utf8')
    writeFileSync(zonesFile, before.replace(/^\S*nodmarc\.example .*\n/gm, ''))
    await saying('The zones were read again.', 3)
    const found = (await scanned('nodmarc.example')).findings.map(({ id }) => id)
    expect(found).toEqual(expect.arrayContaining(['mx_missing', 'spf_missing', 'dmarc_missing']))

    writeFileSync(zonesFile, before)
    await saying('The zones were read again.', 4)
    expect((await scanned('nodmarc.example')).health_score).toBe(63)
  })

  it('ends at Ctrl-C, leaves nothing behind, and logged no problem', async () => {
    expect(readdirSync(folder).filter(name => name.startsWith('waxseal-demo-'))).toHaveLength(1)
    const ended = once(demo, 'exit')
    demo.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(readdirSync(folder)).toEqual(['zones.txt'])
    expect(output).not.toMatch(/"level":|error/i)
  })
})
