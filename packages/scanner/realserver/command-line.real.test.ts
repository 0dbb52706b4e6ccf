import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { presentScan, type ScanReply } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lab, nameserver, startLab } from './lab.ts'
import { scanOne } from './scanning.ts'

const launcher = join(import.meta.dirname, '..', '..', '..', 'bin', 'waxseal')

let lab: Lab
beforeAll(async () => {
  lab = await startLab([
    {
      name: 'weak.example',
      records: '@ MX 10 mx\n@ MX 20 gone\nmx A 8.26.56.10\n@ TXT "v=spf1 mx ptr ?all"\n_dmarc TXT "v=DMARC1; p=none"\n',
    },
    { name: 'broken.example', dnssec: 'wrong-ds', records: '@ MX 0 .\n@ TXT "v=spf1 -all"\n' },
    {
      name: 'false.example',
      dnssec: 'wrong-ds',
      records: '@ TXT "v=spf1 -all"\n_dmarc TXT "v=DMARC1; p=reject; rua=mailto:d@false.example"\n',
    },
    { name: 'silent.example', nameservers: [nameserver.silent] },
    { name: 'refused.example', nameservers: [nameserver.refusing] },
  ])
})
afterAll(() => lab.stop())

async function commandLine(
  name: string,
  ...more: string[]
): Promise<{ code: number; reply: ScanReply; words: string }> {
  const args = ['scan', name, '--json', '--resolver', lab.resolver, '--direct', ...more]
  const run = promisify(execFile)(launcher, args)
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error)
  return { code: run.child.exitCode ?? -1, reply: JSON.parse(stdout) as ScanReply, words: stderr }
}

/** The random selector for wildcard detection. */
const nobody = /^TXT [a-z0-9]{24}\._domainkey/

/**
 * The parts that must be equal in two scans of the same domain: all except the times, the random selectors, the order
 * of answers, and the extended error of broken DNSSEC, of which Unbound reports the true code once and a general one
 * from its cache.
 */
function comparable({ findings, deductions, issues, health_score, results, unchecked, coverage }: ScanReply) {
  return {
    findings: findings.map(finding => ({
      ...finding,
      // A resolver reports the exact cause of broken DNSSEC once, and "bogus" from its cache.
      meaning: finding.id === 'dnssec_bogus' ? '' : finding.meaning,
      evidence: finding.evidence.map(id => id.replace(nobody, 'TXT nobody._domainkey')).toSorted(),
    })),
    deductions,
    issues,
    health_score,
    results,
    unchecked,
    coverage,
  }
}

describe('waxseal scan', () => {
  it.each([
    [
      'weak.example',
      [
        'caa_missing',
        'delegation_one_network',
        'dkim_not_found_unsure',
        'dmarc_none',
        'dmarc_rua_missing',
        'dnssec_unsigned',
        'mta_sts_missing',
        'mx_some_unresolvable',
        'ptr_missing',
        'spf_neutral',
        'spf_ptr',
        'tls_rpt_missing',
      ],
    ],
    ['broken.example', ['caa_missing', 'delegation_one_network', 'dnssec_bogus', 'nonmail_dmarc_missing']],
  ])('reports for %s what a scan in the product reports', async (name, ids) => {
    const { code, reply, words } = await commandLine(name)
    expect(code).toBe(0)
    expect(words).toBe('')
    expect(reply.findings.map(({ id }) => id).toSorted()).toEqual(ids)
    const inProcess = presentScan(await scanOne(name, { resolver: lab.resolver }))
    expect(comparable(reply)).toEqual(JSON.parse(JSON.stringify(comparable(inProcess))))
  })

  it('exits 1 without a score when no query was answered', async () => {
    const { code, reply } = await commandLine('silent.example')
    expect(code).toBe(1)
    expect(reply.health_score).toBeNull()
    expect(reply.findings).toEqual([])
    expect(reply.unchecked[0]).toContain('No name server of silent.example answered us')
  })

  it('exits 1 where no server serves the zone: one scan alone says that it could not be checked', async () => {
    const { code, reply } = await commandLine('refused.example')
    expect(code).toBe(1)
    expect(reply).toMatchObject({ health_score: null, findings: [] })
    expect(reply.unchecked[0]).toContain('No name server of refused.example answered us')
  })

  it('exits 3 below the requested score', async () => {
    expect((await commandLine('weak.example', '--fail-under', '80')).code).toBe(3)
    expect((await commandLine('weak.example', '--fail-under', '10')).code).toBe(0)
  })
})

it.each([
  ['spf tree', 'Receivers that validate DNSSEC return temperror.'],
  ['dmarc lookup', 'Receivers that validate DNSSEC find no DMARC record.'],
])('waxseal %s says that DNSSEC of the zone is broken', async (words, effect) => {
  const args = [...words.split(' '), 'false.example', '--resolver', lab.resolver, '--direct']
  const { stdout } = await promisify(execFile)(launcher, args)
  expect(stdout).toMatch(
    /DNSSEC of false\.example is broken \(the DS record .*\. The records were read without validation\./,
  )
  expect(stdout).toContain(effect)
  const { warnings } = JSON.parse((await promisify(execFile)(launcher, [...args, '--json'])).stdout)
  expect(warnings).toMatchObject([{ code: 'dnssec' }])
  const sound = await promisify(execFile)(launcher, args.with(2, 'weak.example'))
  expect(sound.stdout).not.toContain('DNSSEC')
})
