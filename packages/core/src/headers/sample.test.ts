import { expect, it } from 'vitest'
import { sampleHeader } from './sample.ts'

it('has three hops and the results of the receiver', () => {
  expect(sampleHeader.match(/^Received:/gm)).toHaveLength(3)
  expect(sampleHeader.match(/^Authentication-Results: mx\.mailbox\.example;$/gm)).toHaveLength(1)
})

it('names only domains and addresses that are reserved for documentation', () => {
  const domains = sampleHeader.match(/(?<=[@ [(=])(?:[a-z0-9-]+\.)+[a-z]{2,}(?=[>\s\]:;,])/g) ?? []
  expect(domains.length).toBeGreaterThan(10)
  for (const domain of domains) expect(domain).toMatch(/(?:\.example|(?:^|\.)example\.com)$/)
  const addresses = sampleHeader.match(/\b\d+\.\d+\.\d+\.\d+\b/g) ?? []
  expect(new Set(addresses)).toEqual(new Set(['198.51.100.25', '203.0.113.17', '192.0.2.44']))
})

it('is a header alone, with lines that mail allows', () => {
  const lines = sampleHeader.trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(/^(?:[!-9;-~]+: .+|\s+\S.*)$/)
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998)
})
