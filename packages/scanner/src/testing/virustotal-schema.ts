/**
 * The objects "domain" and "IP address" of VirusTotal's API version 3, after its own descriptions of them
 * (https://docs.virustotal.com/reference/domains-object and /ip-object). Only the attributes that the product reads, and
 * those around them.
 */
export interface VirusTotalObject {
  type: 'domain' | 'ip_address'
  id: string
  links: { self: string }
  attributes: {
    last_analysis_date: number
    last_analysis_results: Record<string, EngineObject>
    last_analysis_stats: Record<(typeof statNames)[number], number>
    reputation: number
    total_votes: { harmless: number; malicious: number }
    /** Of a domain, by categorization service. */
    categories?: Record<string, string>
    /** Of an address. */
    as_owner?: string
    asn?: number
    continent?: string
    country?: string
    network?: string
  }
}

export interface EngineObject {
  category: (typeof categoryNames)[number]
  engine_name: string
  method: string
  result: string
}

const statNames = ['harmless', 'malicious', 'suspicious', 'timeout', 'undetected'] as const
const categoryNames = ['harmless', 'undetected', 'suspicious', 'malicious', 'timeout'] as const

/** What differs between a value and the description of the object; empty: nothing. */
export function schemaErrors(value: unknown): readonly string[] {
  const errors: string[] = []
  const expect = (holds: boolean, what: string): void => void (holds || errors.push(what))
  const object = fields(value)
  const attributes = fields(object['attributes'])
  const isAddress = object['type'] === 'ip_address'
  expect(isAddress || object['type'] === 'domain', 'type')
  expect(typeof object['id'] === 'string' && object['id'] !== '', 'id')
  expect(typeof fields(object['links'])['self'] === 'string', 'links.self')
  expect(Number.isSafeInteger(attributes['last_analysis_date']), 'last_analysis_date')
  expect(Number.isSafeInteger(attributes['reputation']), 'reputation')
  for (const name of ['harmless', 'malicious'])
    expect(isCount(fields(attributes['total_votes'])[name]), `total_votes.${name}`)

  const stats = fields(attributes['last_analysis_stats'])
  const results = Object.entries(fields(attributes['last_analysis_results']))
  for (const name of statNames) {
    const count = results.filter(([, result]) => fields(result)['category'] === name).length
    expect(stats[name] === count, `last_analysis_stats.${name}`)
  }
  for (const [name, result] of results) {
    const { category, engine_name, method, result: word } = fields(result)
    expect(
      categoryNames.some(each => each === category),
      `${name}: category`,
    )
    expect(engine_name === name, `${name}: engine_name`)
    expect(typeof method === 'string' && typeof word === 'string', `${name}: method, result`)
  }
  if (isAddress) {
    expect(typeof attributes['as_owner'] === 'string', 'as_owner')
    expect(isCount(attributes['asn']), 'asn')
    expect(/^[A-Z]{2}$/.test(String(attributes['country'])), 'country')
    expect(/^[A-Z]{2}$/.test(String(attributes['continent'])), 'continent')
  } else {
    const services = Object.values(fields(attributes['categories']))
    expect(
      services.every(each => typeof each === 'string'),
      'categories',
    )
  }
  return errors
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** The content of an object: the category of each engine, or the category and the engine's own word. */
export interface ObjectContent {
  engines: Readonly<Record<string, EngineObject['category'] | readonly [EngineObject['category'], string]>>
  categories?: Record<string, string>
}

/** A domain as VirusTotal describes it. */
export function domainObject(id: string, { engines, categories = {} }: ObjectContent): VirusTotalObject {
  return {
    type: 'domain',
    id,
    links: { self: `https://www.virustotal.com/api/v3/domains/${id}` },
    attributes: { ...analysisOf(engines), categories },
  }
}

/** An address as VirusTotal describes it. */
export function addressObject(id: string, { engines }: Pick<ObjectContent, 'engines'>): VirusTotalObject {
  return {
    type: 'ip_address',
    id,
    links: { self: `https://www.virustotal.com/api/v3/ip_addresses/${id}` },
    attributes: {
      ...analysisOf(engines),
      as_owner: 'Example Net',
      asn: 64_500,
      continent: 'EU',
      country: 'DE',
    },
  }
}

const words = { harmless: 'clean', undetected: 'unrated', timeout: 'timeout' } as const

function analysisOf(engines: ObjectContent['engines']) {
  const results = Object.entries(engines).map(([engine_name, given]): EngineObject => {
    const [category, own] = typeof given === 'string' ? [given, undefined] : given
    const result = own ?? (category === 'malicious' || category === 'suspicious' ? category : words[category])
    return { category, engine_name, method: 'blacklist', result }
  })
  const count = (category: EngineObject['category']) => results.filter(each => each.category === category).length
  return {
    last_analysis_date: 1_795_600_000,
    last_analysis_results: Object.fromEntries(results.map(result => [result.engine_name, result])),
    last_analysis_stats: {
      harmless: count('harmless'),
      malicious: count('malicious'),
      suspicious: count('suspicious'),
      timeout: count('timeout'),
      undetected: count('undetected'),
    },
    reputation: 0,
    total_votes: { harmless: 0, malicious: 0 },
  }
}
