import {
  type Answer,
  normalName,
  type RecordType,
  type ResourceRecord,
  type Zone,
  zoneResolver,
} from '@waxseal/core/dns'
import type { Answer as Packed } from 'dns-packet'
import { type Arrived, type LoopbackServer, loopbackServer, response, soa } from '../dns/testing/loopback-server.ts'

export interface ZoneServerOptions {
  /** Milliseconds before an answer is sent; null: it is lost. By default answers are sent at once. */
  fate?: () => number | null
}

/** A resolver on a port of the loopback that answers from a plain zone, over UDP and TCP. */
export async function zoneServer(zone: Zone, { fate = () => 0 }: ZoneServerOptions = {}): Promise<LoopbackServer> {
  const resolver = zoneResolver(zone)
  const answer = async (question: Arrived): Promise<void> => {
    const delay = fate()
    if (delay === null) return
    const name = normalName(question.name) ?? '.'
    const answered = await resolver.query(name, question.type as RecordType)
    const bytes = responseFor(question, name, answered)
    if (bytes === null) return
    if (delay === 0) question.send(bytes)
    else setTimeout(() => question.send(bytes), delay)
  }
  return loopbackServer(question => void answer(question))
}

function responseFor(question: Arrived, name: string, answer: Answer): Buffer | null {
  if (answer.kind === 'failed') {
    if (answer.reason === 'servfail') return response(question, { rcode: 2 })
    if (answer.reason === 'refused') return response(question, { rcode: 5 })
    return null
  }
  const { cnames, ttl } = answer.via
  const chain = cnames.map((target, index): Packed => {
    return { type: 'CNAME', name: cnames[index - 1] ?? question.name, ttl, data: target }
  })
  if (answer.kind !== 'records') {
    const rcode = answer.kind === 'no-such-name' ? 3 : 0
    const last = cnames.at(-1) ?? name
    return response(question, { rcode, answers: chain, authorities: [soa(last.split('.').slice(-2).join('.'))] })
  }
  const owner = cnames.at(-1) ?? question.name
  return response(question, { answers: [...chain, ...answer.records.map(record => packed(record, owner))] })
}

function packed(record: ResourceRecord, name: string): Packed {
  const { ttl } = record
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return { type: record.type, name, ttl, data: record.address }
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return { type: record.type, name, ttl, data: record.target }
    case 'MX':
      return { type: 'MX', name, ttl, data: { preference: record.preference, exchange: record.exchange } }
    case 'TXT':
      return { type: 'TXT', name, ttl, data: record.strings.map(text => Buffer.from(text, 'latin1')) }
    default:
      throw new Error(`no zone of the tests holds ${record.type}`)
  }
}
