import { type DkimProvider, dkimProviders } from '../../dkim/index.ts'
import { type Provider, providers } from '../../providers/index.ts'
import { otherNames } from './service-names.data.ts'

/** A mail service as the catalogue has it: what its customers publish for SPF and DKIM. */
export interface CatalogueService {
  id: string
  name: string
  /** null: only its DKIM keys are known. */
  provider: Provider | null
  /** null: it is not known to sign. */
  signer: DkimProvider | null
  /** Its names as a question has them, the longest first. */
  phrases: readonly string[]
}

/** Parts of names that are words of every day. */
const tooPlain: ReadonlySet<string> = new Set([
  'kit',
  'and neo',
  'flock',
  'cloud',
  'emma',
  'bird',
  'dynamic spf',
  'simplelogin proton',
  'sender',
  'clerk',
  'front',
  'mail',
])

/** Every service of the catalogue, those with SPF first. */
export const catalogueServices: readonly CatalogueService[] = [...ofProviders(), ...ofSigners()]

function ofProviders(): readonly CatalogueService[] {
  const signers: readonly DkimProvider[] = dkimProviders
  const all: readonly Provider[] = providers
  return all.map(provider => ({
    id: provider.id,
    name: provider.name,
    provider,
    signer: signers.find(({ id }) => id === provider.dkim.providerId) ?? null,
    phrases: phrasesOf(provider.id, provider.name),
  }))
}

function ofSigners(): readonly CatalogueService[] {
  const known = new Set<string | null>(providers.map(({ dkim }) => dkim.providerId))
  const signers: readonly DkimProvider[] = dkimProviders
  return signers
    .filter(({ id }) => !known.has(id))
    .map(signer => ({
      id: signer.id,
      name: signer.name,
      provider: null,
      signer,
      phrases: phrasesOf(signer.id, signer.name),
    }))
}

/** "Brevo (ex Sendinblue)" is `brevo ex sendinblue`, `brevo` and `ex sendinblue`. */
function phrasesOf(id: string, name: string): readonly string[] {
  const parts = [name, ...name.split(/[()/,]/), id.replaceAll('-', ' ')]
  const found = [...parts, ...(otherNames[id] ?? [])]
    .map(plain)
    .filter(phrase => phrase.length >= 2 && !tooPlain.has(phrase))
  return [...new Set(found)].toSorted((one, other) => other.length - one.length)
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')
    .join(' ')
}

/** The words of the services in a question. */
export interface FoundServices {
  services: readonly CatalogueService[]
  /** The places of their names in `question.words`. */
  places: ReadonlySet<number>
}

/** The services that a question names, in its order, each once, without those that only host its DNS. The longest name at a place counts. */
export function servicesIn(words: readonly string[]): FoundServices {
  const services: CatalogueService[] = []
  const places = new Set<number>()
  for (let at = 0; at < words.length; ) {
    const found = longestAt(words, at)
    if (found === null) {
      at += 1
      continue
    }
    if (!services.includes(found.service) && !isDnsHost(words, at, found.length, found.service))
      services.push(found.service)
    for (let next = 0; next < found.length; next += 1) places.add(at + next)
    at += found.length
  }
  return { services, places }
}

/** Services where people mostly mean the DNS when they say "at". */
const dnsHostIds: ReadonlySet<string> = new Set([
  'cloudflare',
  'godaddy',
  'namecheap',
  'squarespace',
  'hetzner',
  'ovh',
  'gandi',
])

/** "Cloudflare DNS", "our DNS is at GoDaddy": where the zone is, not who sends. */
function isDnsHost(words: readonly string[], at: number, length: number, { id }: CatalogueService): boolean {
  const before = words.slice(Math.max(0, at - 4), at)
  if (words[at + length] === 'dns') return true
  if (!['at', 'on', 'with', 'in'].includes(before.at(-1) ?? '')) return false
  return (
    before.includes('dns') ||
    (before.at(-1) === 'at' &&
      dnsHostIds.has(id) &&
      !before.some(word => /^(?:mail|email|mailboxes|emails)$/.test(word)))
  )
}

function longestAt(words: readonly string[], at: number): { service: CatalogueService; length: number } | null {
  let best: { service: CatalogueService; length: number } | null = null
  for (const { service, parts } of phrasesByFirst.get(words[at] ?? '') ?? []) {
    const fits = parts.every((part, next) => words[at + next] === part)
    if (fits && parts.length > (best?.length ?? 0)) best = { service, length: parts.length }
  }
  return best
}

interface NamePhrase {
  service: CatalogueService
  parts: readonly string[]
}

const phrasesByFirst: ReadonlyMap<string, readonly NamePhrase[]> = byFirstWord()

function byFirstWord(): ReadonlyMap<string, readonly NamePhrase[]> {
  const index = new Map<string, NamePhrase[]>()
  for (const service of catalogueServices) {
    for (const phrase of service.phrases) {
      const parts = phrase.split(' ')
      const [first = ''] = parts
      index.set(first, [...(index.get(first) ?? []), { service, parts }])
    }
  }
  return index
}
