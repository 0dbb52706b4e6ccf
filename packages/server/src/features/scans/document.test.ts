import { gunzipSync, gzipSync } from 'node:zlib'
import { isSameBasis, presentScan, subjectOfFinding } from '@waxseal/core/health'
import { expect, it } from 'vitest'
import { aScanResult } from '../../testing/factories.ts'
import { documentVersion, lift, packDocument, unpackDocument } from './document.ts'

it('returns exactly what was stored, and stores it compressed', async () => {
  const result = aScanResult({ name: 'xn--bcher-kva.example' })
  const stored = await packDocument(result)
  expect(stored.version).toBe(documentVersion)
  expect(stored.body.length).toBeLessThan(JSON.stringify(result).length)
  expect(JSON.parse(gunzipSync(stored.body).toString())).toEqual(result)
  expect(await unpackDocument(stored)).toEqual(result)
})

it('reads a scan that lacks the section of a newer check as not asked, whatever its version', async () => {
  const { sections, ...result } = aScanResult()
  const { transport: _, ...others } = sections
  const body = gzipSync(JSON.stringify({ ...result, sections: others }))
  const read = await unpackDocument({ version: documentVersion, body })
  expect(read).toEqual({
    ...result,
    sections: { ...others, transport: { ran: false, reason: 'not-asked', evidence: [] } },
  })
  expect(presentScan(read).sections.transport).toMatchObject({ state: 'unchecked', failure: 'not-asked' })
})

it('reads a scan of the first version, which had four checks', async () => {
  const { sections, ...result } = aScanResult()
  const { dns, mx, spf, dmarc } = sections
  const old = { version: 1, body: gzipSync(JSON.stringify({ ...result, sections: { dns, mx, spf, dmarc } })) }
  const read = await unpackDocument(old)
  expect(read.sections.mx).toEqual(mx)
  expect(read.sections.relay).toEqual({ ran: false, reason: 'not-asked', evidence: [] })
  expect(presentScan(read)).toMatchObject({
    results: { dkim: null, relay: null, transport: null, blacklist: { success: false, total_checked: 10 } },
  })
})

it('reads a scan whose transport check was still called extras: its score keeps its basis', async () => {
  const { findings, remembered, sections, ...result } = aScanResult()
  const recommended = { id: 'caa_missing', facts: { domain: 'example.com' }, evidence: ['x1'] }
  const known = { value: {}, gaps: [], evidence: [], answeredAt: '2026-11-01T00:00:00.000Z' }
  const { transport, ...others } = sections
  const old = {
    ...result,
    sections: { ...others, extras: transport },
    remembered: { ...remembered, extras: known },
    findings: [...findings, { ...recommended, check: 'extras' }],
  }
  const read = await unpackDocument({ version: 2, body: gzipSync(JSON.stringify(old)) })
  expect(read).toEqual({
    ...result,
    sections,
    remembered: { ...remembered, transport: known },
    findings: [...findings, { ...recommended, check: 'transport', subject: null }],
  })
  expect(isSameBasis(read.basis, result.basis)).toBe(true)
})

it('gives the findings of a scan of the third version the subjects that a new scan gives', async () => {
  const { sections, ...result } = aScanResult()
  const hostname = 'a b._domainkey.example.com'
  const listed = { list: 'Spamhaus ZEN', meaning: '', delisting: '' }
  const worded = [
    { id: 'dkim_invalid', check: 'dkim', facts: { hostname, problem: '' } },
    { id: 'bl_critical', check: 'blacklist', facts: { ...listed, subject: 'a b' } },
    { id: 'bl_critical', check: 'blacklist', facts: { ...listed, subject: 'c' } },
    { id: 'threat_listed', check: 'threat', facts: { domain: 'example.com', verdict: 'low risk', sources: '' } },
  ].map(finding => ({ ...finding, evidence: ['e-spf'] }))
  const deductions = [
    {
      finding: 'bl_critical',
      check: 'blacklist',
      points: -25,
      reason: 'Listed on a critical blocklist: c on Spamhaus ZEN',
    },
    { finding: 'dkim_invalid', check: 'dkim', points: -10, reason: `DKIM record cannot be parsed: ${hostname}` },
  ]
  const body = gzipSync(JSON.stringify({ ...result, sections, findings: worded, deductions }))
  const read = await unpackDocument({ version: 3, body })
  const subjects = [hostname, String.raw`a\032b spamhaus-zen`, 'c spamhaus-zen', null]
  expect(read.findings.map(({ subject }) => subject)).toEqual(subjects)
  expect(read.findings.map(subjectOfFinding)).toEqual(subjects)
  expect(read.deductions.map(({ subject }) => subject)).toEqual(['c spamhaus-zen', hostname])
})

it('lifts an old document through every version in between', () => {
  const steps = {
    1: (document: unknown) => ({ ...(document as object), second: true }),
    2: (document: unknown) => ({ ...(document as object), third: true }),
  }
  expect(lift({ first: true }, 1, steps, 3)).toEqual({ first: true, second: true, third: true })
  expect(lift({ first: true }, 3, steps, 3)).toEqual({ first: true })
})

it('refuses a document of a version it does not know, newer or older', async () => {
  const { body } = await packDocument(aScanResult())
  await expect(unpackDocument({ version: documentVersion + 1, body })).rejects.toThrow(
    'a scan document of version 5 cannot be read',
  )
  await expect(unpackDocument({ version: 0, body })).rejects.toThrow('a scan document of version 0 cannot be read')
})

it('refuses a body that would unpack to more than any scan can be', async () => {
  const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024))
  await expect(unpackDocument({ version: documentVersion, body: bomb })).rejects.toThrow(/larger than/)
})
