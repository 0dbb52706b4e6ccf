import { readdirSync, readFileSync } from 'node:fs'
import { parseHeader } from '@waxseal/core/headers'
import { expect, it } from 'vitest'
import { organizationalDomain } from '../domain-name.ts'
import { readHeader } from './read-header.ts'

const folder = new URL('../../../core/fixtures/messages/', import.meta.url)

interface Expected {
  system: string
  expected: {
    from: string | null
    to: string | null
    subject: string | null
    return_path: string | null
    message_id: string | null
    sending_ip: string | null
    hops: number
    delivery_path: { from: string | null; by: string | null; time: string | null; delay_seconds: number | null }[]
    authentication: { spf: string; dkim: string; dmarc: string }
  }
}

/** Real headers of public test data, each with expectations that people wrote by reading it. */
const messages = readdirSync(folder).flatMap(file => (file.endsWith('.eml') ? [file.slice(0, -4)] : []))

it('has at least 60 messages', () => {
  expect(messages.length).toBeGreaterThanOrEqual(60)
})

it.each(messages)('%s', name => {
  const { expected } = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Expected
  const { path, sendingAddress, ...read } = parseHeader(
    readHeader(readFileSync(new URL(`${name}.eml`, folder))),
    organizationalDomain,
  )
  expect({
    from: read.from,
    to: read.to,
    subject: read.subject,
    return_path: read.returnPath,
    message_id: read.messageId,
    sending_ip: sendingAddress?.address ?? null,
    hops: path.length,
    delivery_path: path.map(hop => ({ from: hop.from, by: hop.by, time: hop.time, delay_seconds: hop.delaySeconds })),
    authentication: read.authentication,
  }).toEqual(expected)
})
