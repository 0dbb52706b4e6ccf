/** The files of `deploy/`, Dockerfile and compose.yaml, as far as they can be checked without a container engine. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const byText = (one = '', other = ''): number => one.localeCompare(other)
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('the sample of settings', () => {
  it('names every setting, and no other', () => {
    const sources = [
      'env.ts',
      'env-assistant.ts',
      'env-billing.ts',
      'env-clerk.ts',
      'env-hosted-zone.ts',
      'env-relay.ts',
      'env-sign-up.ts',
      'env-threat.ts',
    ]
      .map(name => read(`packages/server/src/${name}`))
      .join('\n')
    const settings = [...sources.matchAll(/^ {2}([A-Z][A-Z_0-9]+): (?:z$|z\.|\w+[.(])/gm)].map(([, name]) => name)
    const sampled = [...read('deploy/waxseal.env.example').matchAll(/^#?([A-Z][A-Z_0-9]+)=/gm)].map(([, name]) => name)
    expect(settings.length).toBeGreaterThan(25)
    expect(sampled.filter(name => !name?.startsWith('DNSBL_KEY_')).toSorted(byText)).toEqual(settings.toSorted(byText))
  })
})

describe('the alert rules', () => {
  it.skipIf(!hasPromtool)('are what Prometheus reads, and fire when they should', () => {
    for (const words of [
      ['check', 'rules', 'waxseal.rules.yml'],
      ['test', 'rules', 'waxseal.rules.test.yml'],
    ]) {
      const { status, stdout } = spawnSync('promtool', words, { cwd: join(root, 'deploy/metrics'), encoding: 'utf8' })
      expect({ words, status, stdout }).toEqual({ words, status: 0, stdout: expect.stringContaining('SUCCESS') })
    }
  })
})

it.skipIf(!hasPromtool)('the dashboard asks what Prometheus understands', () => {
  const { panels } = JSON.parse(read('deploy/metrics/dashboard.json')) as { panels: { targets?: { expr: string }[] }[] }
  const rules = panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }, n) => ({ record: `panel:${n}`, expr: expr.replaceAll('$__rate_interval', '5m') }))
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'))
  try {
    // JSON is YAML too.
    writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', 'rules.yml'], { cwd: folder, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('the units', () => {
  it.skipIf(!hasSystemd)('pass systemd-analyze verify', () => {
    const folder = mkdtempSync(join(tmpdir(), 'units-'))
    try {
      // A unit is checked with its real paths: those of this tree, and of a user that exists everywhere.
      for (const name of readdirSync(join(root, 'deploy/systemd'))) {
        const unit = read(`deploy/systemd/${name}`)
          .replaceAll('/opt/waxseal', root.replace(/\/$/, ''))
          .replace('User=waxseal', 'User=root')
          .replace('EnvironmentFile=/etc/waxseal.env', `EnvironmentFile=${root}deploy/waxseal.env.example`)
        writeFileSync(join(folder, name.replace('@', '@web')), unit)
      }
      const units = readdirSync(folder).map(name => join(folder, name))
      expect(units).toHaveLength(2)
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], { encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('let Node compile, ask for addresses, and stop in time', () => {
    for (const name of ['waxseal.service', 'waxseal@.service']) {
      const unit = read(`deploy/systemd/${name}`)
      expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m)
      expect(unit).toMatch(/^RestrictAddressFamilies=.*AF_NETLINK/m)
      expect(unit).toMatch(/^RestartPreventExitStatus=78 2$/m)
      expect(unit).toMatch(/^TimeoutStopSec=90$/m)
      expect(unit).toMatch(/^ExecStart=\/opt\/waxseal\/bin\/waxseal serve --no-build$/m)
    }
  })
})

describe('the image', () => {
  const dockerfile = read('Dockerfile')

  it('runs as a user of its own, without a shell, and is asked whether it is well', () => {
    expect(dockerfile).toMatch(/^USER 10001:10001$/m)
    expect(dockerfile).toMatch(/^ENTRYPOINT \["\/app\/bin\/waxseal"\]$/m)
    expect(dockerfile).toMatch(/^CMD \["serve", "--no-build"\]$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK .* CMD \["\/app\/bin\/waxseal", "health"\]$/m)
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
  })

  it('keeps data and history out of the build', () => {
    const ignored = read('.dockerignore').trim().split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', 'data']))
  })
})

describe('compose.yaml', () => {
  const compose = read('compose.yaml')

  it('gives a stopping process a minute, a read-only root and no capabilities', () => {
    expect(compose).toMatch(/^ {2}stop_grace_period: 60s$/m)
    expect(compose).toMatch(/^ {2}read_only: true$/m)
    expect(compose).toMatch(/^ {2}cap_drop: \[ALL\]$/m)
    expect(compose).toMatch(/^ {2}mem_limit: 1g$/m)
  })

  it('passes secrets as files only', () => {
    expect(compose).not.toMatch(/^\s*(AUTH_SECRET|ENCRYPTION_KEY|DATABASE_URL|POSTGRES_PASSWORD):/m)
    const used = [...compose.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name ?? '')
    for (const name of used) expect(compose).toContain(`    file: ./secrets/${name}`)
  })

  it('has an anchor for each alias', () => {
    const aliases = [...compose.matchAll(/\*([\w-]+)/g)].map(([, name]) => name)
    const anchors = [...compose.matchAll(/&([\w-]+)/g)].map(([, name]) => name)
    expect(aliases.length).toBeGreaterThan(4)
    expect(aliases.filter(name => !anchors.includes(name))).toEqual([])
  })
})
