import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDomainName, type Zone, zoneResolver } from '../dns/index.ts'
import { checkHost } from './check-host.ts'
import { parseSpf } from './record.ts'
import { type SubdomainChoice, subdomainLabelProblem, subdomainRecords } from './subdomain.ts'

const google = { service: 'Google Workspace', label: 'google', includes: ['_spf.google.com'], lookups: 1 }
const sendgrid = { service: 'SendGrid', label: 'transactional', includes: ['sendgrid.net'], lookups: 2 }
const mailgun = { service: 'Mailgun', label: 'transactional', includes: ['mailgun.org'], lookups: 5 }
const sparkpost = { service: 'SparkPost', label: 'transactional', includes: ['sparkpostmail.com'], lookups: null }

describe('the records of subdomains', () => {
  it('is one include with a hard fail for a service of its own', () => {
    expect(subdomainRecords('example.com', [google])).toEqual([
      {
        services: ['Google Workspace'],
        label: 'google',
        dnsRecord: { type: 'TXT', name: 'google.example.com', value: 'v=spf1 include:_spf.google.com -all' },
        lookups: { count: 1, exact: true, over: false },
      },
    ])
  })

  it('is one record for services with the same label, in any case', () => {
    const [shared, ...more] = subdomainRecords('Example.com', [sendgrid, { ...mailgun, label: 'Transactional' }])
    expect(more).toEqual([])
    expect(shared).toEqual({
      services: ['SendGrid', 'Mailgun'],
      label: 'transactional',
      dnsRecord: {
        type: 'TXT',
        name: 'transactional.example.com',
        value: 'v=spf1 include:sendgrid.net include:mailgun.org -all',
      },
      lookups: { count: 7, exact: true, over: false },
    })
  })

  it('is a lower bound when a service was never counted, and reports more than ten', () => {
    expect(lookupsAt(sendgrid, mailgun, sparkpost)).toEqual({ count: 8, exact: false, over: false })
    const others = [1, 2].map(n => ({ ...google, label: 'transactional', includes: [`spf${n}.example.net`] }))
    expect(lookupsAt(sendgrid, mailgun, sparkpost, ...others)).toEqual({ count: 10, exact: false, over: false })
    expect(lookupsAt(sendgrid, mailgun, sparkpost, ...others, { ...google, label: 'transactional' })).toEqual({
      count: 11,
      exact: false,
      over: true,
    })
  })

  it('contains and counts an include of two services once', () => {
    const [record] = subdomainRecords('example.com', [sendgrid, { ...sendgrid, service: 'A shop' }])
    expect(record?.dnsRecord.value).toBe('v=spf1 include:sendgrid.net -all')
    expect(record?.lookups.count).toBe(2)
  })

  it('always parses, contains every include, allows exactly the services, and is at one name each', async () => {
    const label = fc.constantFrom('mail', 'Mail', 'news', 'em.news', 'xn--mnchen-3ya', '0')
    const host = fc.integer({ min: 1, max: 40 })
    const choice = fc.record({
      service: fc.string({ minLength: 1 }),
      label,
      hosts: fc.uniqueArray(host, { minLength: 1, maxLength: 3 }),
      lookups: fc.option(fc.integer({ min: 1, max: 9 })),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(choice, { maxLength: 8 }), async drawn => {
        const choices = drawn.map(({ hosts, ...rest }) => ({ ...rest, includes: hosts.map(nameOf) }))
        const records = subdomainRecords('example.com', choices)
        expect(new Set(records.map(({ dnsRecord }) => dnsRecord.name)).size).toBe(records.length)
        expect(records.flatMap(({ services }) => services).toSorted()).toEqual(
          choices.map(({ service }) => service).toSorted(),
        )
        const published = Object.fromEntries(records.map(({ dnsRecord: { name, value } }) => [name, { TXT: [value] }]))
        const resolver = zoneResolver({ ...services, ...published })
        for (const { label: at, dnsRecord } of records) {
          const { terms, problems } = parseSpf(dnsRecord.value)
          expect(problems).toEqual([])
          const hosts = new Set(drawn.filter(one => one.label.toLowerCase() === at).flatMap(one => one.hosts))
          expect(terms.map(({ text }) => text)).toEqual([...[...hosts].map(n => `include:${nameOf(n)}`), '-all'])
          if (hosts.size > 10) continue
          for (let n = 1; n <= 40; n++) {
            const query = { ip: `192.0.2.${n}`, sender: `a@${dnsRecord.name}`, helo: 'client.example' }
            expect((await checkHost(resolver, query)).result).toBe(hosts.has(n) ? 'pass' : 'fail')
          }
        }
      }),
      { numRuns: 50 },
    )
  })
})

function lookupsAt(...choices: SubdomainChoice[]) {
  return subdomainRecords('example.com', choices)[0]?.lookups
}

function nameOf(n: number): string {
  return `spf${n}.service.example`
}

const services: Zone = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [nameOf(at + 1), { TXT: [`v=spf1 ip4:192.0.2.${at + 1} ~all`] }]),
)

describe('a label for a subdomain', () => {
  it.each([
    ['google', null],
    ['Google', null],
    ['em.news', null],
    ['xn--mnchen-3ya', null],
    ['', 'Please enter a subdomain'],
    ['.news', 'Remove the extra dot'],
    ['em..news', 'Remove the extra dot'],
    ['a'.repeat(64), 'A label can have at most 63 characters'],
    ['_spf', 'Use only letters, digits and hyphens'],
    ['two words', 'Use only letters, digits and hyphens'],
    ['*', 'Use only letters, digits and hyphens'],
    ['@', 'Use only letters, digits and hyphens'],
    ['news-', 'A label cannot begin or end with a hyphen'],
    [`${'a'.repeat(63)}.`.repeat(4).slice(0, -1), 'The whole name would be too long for DNS'],
  ])('%j: %j', (label, problem) => {
    expect(subdomainLabelProblem(label, 'example.com')).toBe(problem)
  })

  it('that is accepted always makes a domain name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain()), label => {
        fc.pre(subdomainLabelProblem(label, 'example.com') === null)
        expect(isDomainName(`${label}.example.com`)).toBe(true)
      }),
    )
  })
})
